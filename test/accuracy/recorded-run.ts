import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { State } from "../../src/core/protocol/base/state.ts";

/** One recorded run of an agent's program: its hooks, and what was observed and typed from outside. */
export interface RecordedRun {
  agent: string;
  name: string;
  hooks: RecordedHook[];
  timeline: Moment[];
}

interface Recorded {
  t_ms_since_start: number;
  run: string;
}

export interface RecordedHook extends Recorded {
  event: string;
  payload?: unknown;
  /** A notify program gets its payload as an argument. */
  argv?: unknown[];
}

export interface Moment extends Recorded {
  keys?: string;
  typed?: string;
  /** A name for this moment, with the true state at that time. */
  shot?: string;
  state?: State;
  pane_title?: string;
  pane_cmd?: string;
  osc?: string;
  session_file_status?: string | null;
  waitingFor?: string;
}

/** A folder per agent, each with `hooks.jsonl` and `timeline.jsonl`. */
export function readRuns(folder: string): RecordedRun[] {
  const agents = readdirSync(folder).filter((name) => existsSync(join(folder, name, "timeline.jsonl")));
  return agents.flatMap((agent) => {
    const hooks = readLines<RecordedHook>(join(folder, agent, "hooks.jsonl"));
    const timeline = readLines<Moment>(join(folder, agent, "timeline.jsonl"));
    return [...new Set(timeline.map(({ run }) => run))].map((name) => ({
      agent,
      name,
      hooks: hooks.filter(({ run }) => run === name).sort(byTime),
      timeline: timeline.filter(({ run }) => run === name).sort(byTime),
    }));
  });
}

function byTime(a: Recorded, b: Recorded): number {
  return a.t_ms_since_start - b.t_ms_since_start;
}

function readLines<T>(file: string): T[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as T);
}
