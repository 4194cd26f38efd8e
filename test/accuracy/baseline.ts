import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { Score, Tally } from "./score-run.ts";

const Counts = z.object({ right: z.number(), wrong: z.number(), unknown: z.number() });
const Baseline = z.record(
  z.string(),
  z.object({
    time: Counts,
    shots: Counts,
    /** Seconds wrong on the same runs for a model of the rules, made before they were written down; of the first five agents only. */
    model_wrong_s: z.number().optional(),
  }),
);
export type Baseline = z.infer<typeof Baseline>;

/** One look more or less, when a source's time has shifted. */
const SLACK_MS = 200;

export function readBaseline(file: string): Baseline {
  return Baseline.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Of agents that are not accepted, the figures stay as they were. */
export function writeBaseline(
  file: string,
  before: Baseline,
  scores: ReadonlyMap<string, Score>,
  isAccepted: (agent: string) => boolean,
): void {
  const after = [...scores].flatMap(([agent, { time, shots }]) => {
    const known = before[agent];
    if (!isAccepted(agent)) return known === undefined ? [] : [[agent, known]];
    return [[agent, { time, shots, model_wrong_s: known?.model_wrong_s }]];
  });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(after), null, 2)}\n`);
}

/** One sentence for each figure that has become worse. */
export function regressions(baseline: Baseline, scores: ReadonlyMap<string, Score>): string[] {
  return Object.entries(baseline).flatMap(([agent, before]) => {
    const score = scores.get(agent);
    if (score === undefined) return [`${agent}: no runs`];
    const { time, shots } = score;
    return [
      ...worse(agent, "shots", before.shots, shots, 0),
      ...worse(agent, "ms", before.time, time, SLACK_MS),
      ...(time.wrong > (before.model_wrong_s ?? Number.POSITIVE_INFINITY) * 1000
        ? [`${agent}: ${time.wrong} ms wrong, more than the model`]
        : []),
    ];
  });
}

function worse(agent: string, unit: string, before: Tally, now: Tally, slack: number): string[] {
  return (["wrong", "unknown"] as const)
    .filter((kind) => now[kind] > before[kind] + slack)
    .map((kind) => `${agent}: ${now[kind]} ${unit} ${kind}, ${before[kind]} before`);
}
