import { readRuns } from "./recorded-run.ts";
import type { RecordedScreen } from "./recorded-screen.ts";
import { type Score, scoreRun, type Tally } from "./score-run.ts";

/** Scores the runs in a folder, grouped by agent. */
export function scoreAgents(folder: string, screens: readonly RecordedScreen[] = []): Map<string, Score> {
  const scores = new Map<string, Score>();
  for (const run of readRuns(folder)) {
    const shown = screens.filter(({ agent }) => agent === run.agent).map(({ name, screen }) => [name, screen] as const);
    const { time, shots, faults } = scoreRun(run, new Map(shown));
    const sum = scores.get(run.agent) ?? EMPTY;
    scores.set(run.agent, {
      time: add(sum.time, time),
      shots: add(sum.shots, shots),
      faults: [...sum.faults, ...faults.map((fault) => `${run.name}: ${fault}`)],
    });
  }
  return scores;
}

export function add(a: Tally, b: Tally): Tally {
  return { right: a.right + b.right, wrong: a.wrong + b.wrong, unknown: a.unknown + b.unknown };
}

export function total({ right, wrong, unknown }: Tally): number {
  return right + wrong + unknown;
}

const NONE: Tally = { right: 0, wrong: 0, unknown: 0 };
const EMPTY: Score = { time: NONE, shots: NONE, faults: [] };
