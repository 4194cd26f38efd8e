import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "../../../src/client/client.ts";
import { unixTransport } from "../../../src/client-node/unix-transport.ts";
import { isRunning } from "../../support/daemon-life.ts";
import { until } from "../../support/sandbox.ts";
import type { BenchResult } from "../bench-result.ts";
import { processCosts } from "../targets/process-cost.ts";
import { installPeers } from "./install-peers.ts";

const SIZES = [10, 50];
const SETTLE_SECONDS = 15;
const WINDOW_SECONDS = 20;
const SCREENS = resolve("test/fixtures/agents/screens/claude");
/** The agents stand at a dialog, or redraw a line eight times a second. */
const KINDS = [
  { name: "that wait", screen: "approval-shell", moves: false },
  { name: "that work", screen: "working", moves: true },
] as const;

type Kind = (typeof KINDS)[number];

/** Draws a recorded screen of Claude, and redraws its last line without starting other programs. */
const AGENT = `printf '\\033[2J\\033[H'
cat "$1"
exec 9<>"$3"
n=0
while :; do
  if [ "$2" = true ]; then
    read -r -t 0.125 -u 9
    n=$((n + 1))
    printf '\\r✻ Working… (%ss)' "$n"
  else
    read -r -t 3600 -u 9
  fi
done
`;

/**
 * CPU of each tool while the same pretend agents run: ccmanager's sessions without its page, and our daemon together with
 * the whole tmux server. Run from the repository's root.
 */
export async function benchPeerCost(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const size of SIZES)
    for (const kind of KINDS) results.push(await ours(size, kind), await ccmanagers(size, kind));
  return results;
}

async function ours(size: number, kind: Kind): Promise<BenchResult> {
  const { dir, command } = stage(kind);
  const home = join(dir, "home");
  const socket = `agtmux-bench-${process.pid}`;
  const { TMUX: _tmux, TMUX_PANE: _pane, ...inherited } = process.env;
  const env = { ...inherited, AGTMUX_HOME: home, AGTMUX_TMUX_SOCKET: socket, AGTMUX_PORT: "0", AGTMUX_SEARCH: "off" };
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], { env, encoding: "utf8" }).trim();
  const agtmux = (...args: string[]) => execFileSync(resolve("bin/agtmux"), args, { env, encoding: "utf8" });
  tmux("new-session", "-d", "-s", "bench", "-x", "120", "-y", "40", `exec ${command.join(" ")}`);
  const socketPath = tmux("display-message", "-p", "#{socket_path}");
  try {
    for (let index = 1; index < size; index += 1) tmux("new-window", "-d", "-t", "bench:", `exec ${command.join(" ")}`);
    agtmux("daemon", "start");
    const api = createClient(
      unixTransport({ socketPath: join(home, "agtmuxd.sock"), version: "bench", onVersion: () => undefined }),
    );
    await until(async () => (await api.panes()).items.filter(({ agent }) => agent === "claude").length === size);
    await sleep(SETTLE_SECONDS * 1_000);
    const daemon = Number(/pid (\d+)/.exec(agtmux("daemon", "status"))?.[1]);
    const shares = await sharesOf([daemon, Number(tmux("display-message", "-p", "#{pid}"))]);
    const detail = `daemon ${shares[0]?.toFixed(2)}, tmux itself ${shares[1]?.toFixed(2)}`;
    return lineOf(`agtmux and tmux: ${size} agents ${kind.name}`, shares, detail);
  } finally {
    agtmux("daemon", "stop");
    tmux("kill-server");
    rmSync(socketPath, { force: true });
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Its sessions are opened by its own manager, as its menu does. */
const SESSIONS = `import { Effect } from "effect";
import { SessionManager } from "ccmanager/dist/services/sessionManager.js";
const manager = new SessionManager();
for (let n = 0; n < Number(process.argv[2]); n += 1)
  await Effect.runPromise(manager.createSessionWithPresetEffect(process.argv[3]));
console.log("ready");
`;

async function ccmanagers(size: number, kind: Kind): Promise<BenchResult> {
  const { dir, command } = stage(kind);
  const folder = installPeers();
  const [program, ...args] = command;
  const preset = { id: "1", name: "Claude", command: program, args };
  mkdirSync(join(dir, ".config", "ccmanager"), { recursive: true });
  const config = { commandPresets: { presets: [preset], defaultPresetId: "1" } };
  writeFileSync(join(dir, ".config", "ccmanager", "config.json"), JSON.stringify(config));
  const script = join(folder, "sessions.mjs");
  writeFileSync(script, SESSIONS);
  const child = spawn(join(folder, "node_modules", ".bin", "bun"), [script, String(size), dir], {
    env: { PATH: process.env.PATH, HOME: dir, TERM: "xterm-256color" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    if (line !== "ready") throw new Error(`ccmanager's sessions do not start: ${line}`);
    await sleep(SETTLE_SECONDS * 1_000);
    const shares = await sharesOf([child.pid ?? 0]);
    return lineOf(`ccmanager: ${size} agents ${kind.name}`, shares, "its process, with its terminals");
  } finally {
    // they would outlive it
    const agents = [...processCosts().values()].filter(({ parent }) => parent === child.pid);
    child.kill("SIGKILL");
    await once(child, "exit");
    for (const { pid } of agents) if (isRunning(pid)) process.kill(pid, "SIGKILL");
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A folder with a program that is taken for Claude. */
function stage({ screen, moves }: Kind): { dir: string; command: string[] } {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-bench-"));
  const claude = join(dir, "claude");
  symlinkSync(execFileSync("sh", ["-c", "command -v bash"], { encoding: "utf8" }).trim(), claude);
  const [script, shown, fifo] = [join(dir, "agent.sh"), join(dir, "screen.txt"), join(dir, "never")];
  writeFileSync(script, AGENT);
  cpSync(join(SCREENS, `${screen}.screen.txt`), shown);
  execFileSync("mkfifo", [fifo]);
  return { dir, command: [claude, script, shown, String(moves), fifo] };
}

/** Percent of a core that each of these processes uses. */
async function sharesOf(pids: readonly number[]): Promise<number[]> {
  const before = processCosts();
  await sleep(WINDOW_SECONDS * 1_000);
  const after = processCosts();
  return pids.map((pid) => {
    const used = (after.get(pid)?.ownMs ?? Number.NaN) - (before.get(pid)?.ownMs ?? Number.NaN);
    return used / (WINDOW_SECONDS * 10);
  });
}

function lineOf(name: string, shares: readonly number[], detail: string): BenchResult {
  const load = readFileSync("/proc/loadavg", "utf8").split(" ")[0];
  return {
    name,
    floor: "nothing",
    ratio: shares.reduce((sum, share) => sum + share, 0),
    unit: "% of a core",
    reach: "–",
    ok: true,
    detail: `${detail}; load ${load}`,
  };
}
