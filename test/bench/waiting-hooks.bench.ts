import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../support/sandbox.ts";
import type { BenchResult } from "./bench-result.ts";
import { ratioToFloor } from "./hook.bench.ts";
import { median } from "./percentile.ts";

const HOOKS = 300;
const WATCHED_MS = 10_000;
const MEMORY_REACH = 1.5;
const BARE = "sh that reads the same FIFO";

/** The cost of the hook that waits for an answer: if nobody can answer, and while nobody does. Run from the repository's root. */
export async function benchWaitingHooks(): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-bench-decide-"));
  const payload = join(dir, "payload");
  writeFileSync(payload, JSON.stringify({ session_id: "s-1", tool_name: "Bash", tool_input: { command: "make" } }));
  const env = { ...process.env, AGTMUX_HOME: join(dir, "home"), TMUX: "/tmp/tmux-0/default,4321,0", TMUX_PANE: "%1" };
  const hook = `sh '${resolve("src/remote/agtmux.sh")}' decide claude PermissionRequest`;
  for (const folder of ["spool/tmp", "spool/new", "decide"])
    mkdirSync(join(env.AGTMUX_HOME, folder), { recursive: true });
  try {
    const alone = ratioToFloor("waiting hook where nobody can answer", hook, payload, env, () => {
      if (readdirSync(join(env.AGTMUX_HOME, "spool/new")).length > 0) throw new Error("it was kept");
    });
    return process.platform === "linux" ? [alone, await benchWaiting(dir, hook, payload, env)] : [alone];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function benchWaiting(
  dir: string,
  hook: string,
  payload: string,
  env: NodeJS.ProcessEnv & { AGTMUX_HOME: string },
): Promise<BenchResult> {
  const desk = join(env.AGTMUX_HOME, "decide");
  writeFileSync(join(desk, "ready"), `${process.pid}\n`);
  const fifo = join(dir, "fifo");
  execFileSync("mkfifo", [fifo]);
  const start = (command: string) =>
    spawn("sh", ["-c", command], { env, stdio: [openSync(payload, "r"), "ignore", "ignore"] });
  const hooks = Array.from({ length: HOOKS }, () => start(`exec ${hook}`));
  const bare = Array.from({ length: 20 }, () => start(`exec sh -c 'read -r line <"${fifo}"'`));
  try {
    const requests = () => readdirSync(desk).filter((name) => name.endsWith(".req"));
    await until(
      () => requests().length === HOOKS,
      () => `${requests().length} wait`,
      60_000,
    );
    await sleep(500);
    const before = ticksOf(hooks);
    await sleep(WATCHED_MS);
    const ticks = ticksOf(hooks) - before;
    const [each, floor] = [median(hooks.map(memoryOf)), median(bare.map(memoryOf))];
    const ended = Promise.all(hooks.map((child) => once(child, "exit")));
    for (const { pid } of hooks) writeFileSync(join(desk, `${pid}.answer`), "\n");
    await ended;
    const left = readdirSync(desk).filter((name) => name !== "ready");
    const ratio = each / floor;
    return {
      name: `memory of each of ${HOOKS} waiting hooks`,
      floor: BARE,
      ratio,
      reach: `≤ ${MEMORY_REACH}, no CPU`,
      ok: ratio <= MEMORY_REACH && ticks === 0 && left.length === 0,
      detail: `${each.toFixed(0)} against ${floor.toFixed(0)} KB of its own; ${ticks} ticks of CPU in ${WATCHED_MS / 1_000} s for all; ${left.length} files left afterwards`,
    };
  } finally {
    for (const child of [...hooks, ...bare]) child.kill("SIGKILL");
  }
}

function ticksOf(children: readonly ChildProcess[]): number {
  const all = children.map(({ pid }) =>
    readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" "),
  );
  return all.reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0);
}

/** Memory that it shares with no other process, in KB. */
function memoryOf({ pid }: ChildProcess): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const own = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)];
  return own.reduce((sum, [, size]) => sum + Number(size), 0);
}
