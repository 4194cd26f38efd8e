import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import type { BenchResult } from "./bench-result.ts";
import { type Cost, costsOver } from "./targets/cost-window.ts";
import { Place } from "./targets/place.ts";

const PANES = 200;
const CALLS = 20;
/** Time until unchanged processes are polled at the slowest rate, and two full rounds of such polls. */
const SETTLE_MS = 40_000;
const WINDOW_SECONDS = 60;
const PATIENCE_MS = 180_000;
const REACH_CPU = 0.3;

/** A whole daemon with 200 idle agents, each with a conversation of which the tokens are read, beside one whose agents have none. */
export async function benchUsageDaemon(): Promise<BenchResult[]> {
  const places: Place[] = [];
  try {
    const watched: { place: Place; daemonPid: number }[] = [];
    for (const isTelling of [false, true]) {
      const place = await Place.create("local");
      places.push(place);
      watched.push({ place, daemonPid: await agentsIn(place, isTelling) });
    }
    await sleep(SETTLE_MS);
    const [silent, telling] = (await costsOver(WINDOW_SECONDS, watched)) as [Cost, Cost];
    const more = Math.max(0, spent(telling) - spent(silent));
    const detail = `${spent(telling).toFixed(2)} against ${spent(silent).toFixed(2)} % of a core; others on this machine ${telling.others.toFixed(0)} %`;
    const floor = "the same with agents that tell nothing of it";
    const name = `daemon with ${PANES} idle agents whose tokens are read: CPU`;
    return [
      { name, floor, ratio: spent(telling) / spent(silent), reach: "–", ok: true, detail },
      {
        name: "the same: more than without",
        floor,
        ratio: more,
        unit: "% of a core",
        reach: `≤ ${REACH_CPU}`,
        ok: more <= REACH_CPU,
        detail: `${PANES} files with ${CALLS} calls each`,
      },
    ];
  } finally {
    for (const place of places) await place.dispose();
  }
}

function spent({ daemon, clients, tmux }: Cost): number {
  return daemon + clients + tmux;
}

/** Returns the daemon's pid once it knows all agents and, if they tell them, has counted all their calls. */
async function agentsIn(place: Place, isTelling: boolean): Promise<number> {
  const { box, dir } = place;
  // looks like an agent, and does nothing
  symlinkSync("/bin/sleep", join(dir, "claude"));
  place.fill(PANES, `exec ${join(dir, "claude")} 1000000`);
  const daemonPid = await place.observe();
  const known = async () => (await box.client.panes()).items.filter(({ agent }) => agent === "claude").length;
  await until(
    async () => (await known()) === PANES,
    async () => `${await known()} agents of ${PANES} are known`,
    PATIENCE_MS,
  );
  const tmux = place.tmux("display-message", "-p", "#{socket_path},#{pid},0");
  const panes = place.tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}").split("\n");
  const files = panes.map((line, n) => {
    const [pane = "", pid = ""] = line.split(" ");
    const folder = join(dir, ".claude", "projects", `p${n % 20}`);
    mkdirSync(folder, { recursive: true });
    const transcript_path = join(folder, `s${n}.jsonl`);
    if (isTelling) writeFileSync(transcript_path, "");
    const payload = { session_id: `s${n}`, cwd: dir, source: "startup", ...(isTelling && { transcript_path }) };
    const told = { agent: "claude", event: "SessionStart", pane, tmux, pid: Number(pid), home: dir };
    drop(place, { ...told, payload: JSON.stringify(payload) });
    return transcript_path;
  });
  if (!isTelling) return daemonPid;
  const sessions = async () => (await box.client.panes()).items.filter(({ state }) => state === "idle").length;
  await until(
    async () => (await sessions()) === PANES,
    async () => `${await sessions()} agents of ${PANES} have begun`,
    PATIENCE_MS,
  );
  for (const [n, file] of files.entries()) appendFileSync(file, callsOf(n));
  const counted = async () => (await box.client.usage([])).sum.calls;
  await until(
    async () => (await counted()) === PANES * CALLS,
    async () => `${await counted()} calls of ${PANES * CALLS} are counted`,
    PATIENCE_MS,
  );
  return daemonPid;
}

function callsOf(conversation: number): string {
  const lines = Array.from({ length: CALLS }, (_, n) => {
    const usage = { input_tokens: 5, cache_read_input_tokens: 900, output_tokens: 44 };
    const message = { id: `m${conversation}-${n}`, role: "assistant", model: "m", usage, content: [] };
    const timestamp = new Date().toISOString();
    return JSON.stringify({ type: "assistant", uuid: `u${n}`, sessionId: `s${conversation}`, timestamp, message });
  });
  return `${lines.join("\n")}\n`;
}
