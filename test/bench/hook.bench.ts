import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BenchResult } from "./bench-result.ts";
import { median } from "./percentile.ts";

const ROUNDS = 101;
/** Hooks per shell: Node takes longer to start a process than a hook takes to run, and would hide the difference. */
const AT_A_TIME = 10;
const REACH = 2;
const FLOOR = "sh -c 'cat >/dev/null'";

/** Compares the wall time of a hook with a shell that discards the same payload. Run from the repository's root. */
export async function benchHook(): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-bench-hook-"));
  try {
    return [2_000, 100_000].map((bytes) => benchPayload(dir, bytes));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function benchPayload(dir: string, bytes: number): BenchResult {
  const payload = join(dir, `payload-${bytes}`);
  const home = join(dir, `home-${bytes}`);
  const spool = join(home, "spool");
  writeFileSync(payload, JSON.stringify({ session_id: "s-1", prompt: "x".repeat(bytes) }));
  for (const folder of ["tmp", "new"]) mkdirSync(join(spool, folder), { recursive: true });
  const env = { ...process.env, AGTMUX_HOME: home, TMUX: "/tmp/tmux-0/default,4321,0", TMUX_PANE: "%1" };
  const hook = `sh '${resolve("src/remote/agtmux.sh")}' hook claude PreToolUse`;
  return ratioToFloor(`hook with a payload of ${bytes / 1_000} KB`, hook, payload, env, () => {
    const kept = readdirSync(join(spool, "new"));
    if (kept.length !== AT_A_TIME) throw new Error(`of ${AT_A_TIME} hooks ${kept.length} were kept`);
    for (const name of kept) rmSync(join(spool, "new", name));
  });
}

/** `after` looks at what each round has left. */
export function ratioToFloor(
  name: string,
  hook: string,
  payload: string,
  env: NodeJS.ProcessEnv,
  after: () => void,
): BenchResult {
  const floors: number[] = [];
  const hooks: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(timeOfOne(FLOOR, payload, env));
    hooks.push(timeOfOne(hook, payload, env));
    after();
  }
  // compare neighbouring rounds: other load on the machine affects both
  const ratio = median(hooks.map((time, round) => time / (floors[round] ?? Number.NaN)));
  const [floor, subject] = [median(floors), median(hooks)];
  return {
    name,
    floor: FLOOR,
    ratio,
    reach: `≤ ${REACH}`,
    ok: ratio <= REACH,
    detail: `${subject.toFixed(2)} against ${floor.toFixed(2)} ms (p50 of ${ROUNDS} rounds of ${AT_A_TIME}, in turn)`,
  };
}

function timeOfOne(command: string, payload: string, env: NodeJS.ProcessEnv): number {
  const loop = `n=0; while [ $n -lt ${AT_A_TIME} ]; do ${command} <'${payload}' || exit; n=$((n + 1)); done`;
  const start = performance.now();
  execFileSync("sh", ["-c", loop], { env });
  return (performance.now() - start) / AT_A_TIME;
}
