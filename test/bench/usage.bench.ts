import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LocalLines } from "../../src/daemon/targets/carriers/local-lines.ts";
import { unlimitedWatches } from "../../src/daemon/targets/carriers/test-watches.ts";
import { until } from "../support/sandbox.ts";
import type { BenchResult } from "./bench-result.ts";
import { ratioToFloor } from "./hook.bench.ts";

const PANES = 200;
const SUB_AGENTS = 2;
const LINES = 200;
/** Setting `reconcile`. */
const SCAN_MS = 2_000;
const WATCHED_MS = 30_000;
const REACH_CPU = 0.3;
const REACH_WRAP = 3;
const LINE = `${JSON.stringify({ type: "assistant", message: { id: "m", usage: { input_tokens: 5 } }, text: "x".repeat(900) })}\n`;

/** The cost of reading usage: of files in which nothing happens, and of a status line that is drawn again. */
export async function benchUsage(): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-bench-usage-"));
  try {
    return [await benchIdleFiles(dir), benchWrap(dir)];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The files of 200 conversations and their sub-agents, followed and looked at as often as the daemon does. */
async function benchIdleFiles(dir: string): Promise<BenchResult> {
  const alone = await cpuOver(WATCHED_MS / 3);
  const paths = Array.from({ length: PANES }, (_, pane) => filesOf(dir, pane)).flat();
  const lines = new LocalLines(unlimitedWatches());
  let read = 0;
  const take = (news: readonly unknown[]) => {
    read += news.length;
    return true;
  };
  for (const path of paths) lines.follow(path, { file: "", offset: 0 }, take);
  const scanning = setInterval(() => lines.scan(), SCAN_MS);
  try {
    const all = () => read === paths.length * LINES;
    await until(all, () => `${read} lines of ${paths.length * LINES} are read`, 60_000);
    await sleep(1_000);
    const cpu = (await cpuOver(WATCHED_MS)) - alone;
    appendFileSync(paths[0] as string, LINE);
    await until(
      () => read === paths.length * LINES + 1,
      () => "a line that was added is not read",
    );
    return {
      name: `files of ${PANES} idle conversations with ${SUB_AGENTS} sub-agents each: CPU`,
      floor: "the same process without them",
      ratio: Math.max(0, cpu),
      unit: "% of a core",
      reach: `≤ ${REACH_CPU}`,
      ok: cpu <= REACH_CPU,
      detail: `${paths.length} files of ${Math.round((LINES * LINE.length) / 1_000)} KB; without them ${alone.toFixed(2)} %`,
    };
  } finally {
    clearInterval(scanning);
    lines.stop();
  }
}

/** As Claude lays them out: by project, and those of sub-agents in a folder for each conversation. */
function filesOf(dir: string, pane: number): string[] {
  const project = join(dir, "projects", `p${pane % 20}`);
  const subAgents = join(project, `s${pane}`, "subagents");
  mkdirSync(subAgents, { recursive: true });
  const children = Array.from({ length: SUB_AGENTS }, (_, n) => join(subAgents, `agent-${n}.jsonl`));
  const paths = [join(project, `s${pane}.jsonl`), ...children];
  for (const path of paths) writeFileSync(path, LINE.repeat(LINES));
  return paths;
}

/** In percent of a core. */
async function cpuOver(ms: number): Promise<number> {
  globalThis.gc?.();
  const [before, from] = [process.cpuUsage(), performance.now()];
  await sleep(ms);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 10 / (performance.now() - from);
}

/** A repaint in which nothing has changed; the user's own command runs beside it. */
function benchWrap(dir: string): BenchResult {
  const [payload, home] = [join(dir, "status.json"), join(dir, "home")];
  const context_window = { total_input_tokens: 5, context_window_size: 200_000, current_usage: { input_tokens: 5 } };
  const filler = "x".repeat(1_500);
  writeFileSync(payload, JSON.stringify({ session_id: "s", filler, cost: { total_cost_usd: 1 }, context_window }));
  for (const folder of ["spool/tmp", "spool/new"]) mkdirSync(join(home, folder), { recursive: true });
  const env = { ...process.env, AGTMUX_HOME: home, TMUX: "/tmp/tmux-0/default,4321,0", TMUX_PANE: "%1" };
  const wrap = `sh '${resolve("src/remote/agtmux.sh")}' statusline wrap claude >/dev/null`;
  const result = ratioToFloor("status line passed on, nothing changed", wrap, payload, env, () => undefined);
  return { ...result, reach: `≤ ${REACH_WRAP}`, ok: result.ratio <= REACH_WRAP };
}
