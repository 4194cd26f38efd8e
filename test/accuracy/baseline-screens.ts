import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { ScreenScore } from "./score-screens.ts";

/** Per agent, the screens that are not read right. */
const ScreenBaseline = z.record(
  z.string(),
  z.object({ wrong: z.array(z.string()), untold: z.array(z.string()), unknown: z.array(z.string()) }),
);
const LONGEST_LINE = 120;

export type ScreenBaseline = z.infer<typeof ScreenBaseline>;

export function readScreenBaseline(file: string): ScreenBaseline {
  return ScreenBaseline.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Of agents that are not accepted, it stays as it was. */
export function writeScreenBaseline(
  file: string,
  scores: readonly ScreenScore[],
  isAccepted: (agent: string) => boolean,
): void {
  const before = readScreenBaseline(file);
  const after = Object.entries(baselineOf(scores)).flatMap(([agent, now]) => {
    const kept = isAccepted(agent) ? now : before[agent];
    return kept === undefined ? [] : [[agent, kept]];
  });
  const text = JSON.stringify(Object.fromEntries(after), null, 2);
  // as the formatter writes it: a list in one line, if that is not too long
  const lists = text.replace(/^.*\[\s+([^\]]*?)\s+\],?$/gm, (list) => {
    const line = list
      .replace(/\s*\n\s*/g, " ")
      .replace("[ ", "[")
      .replace(" ]", "]");
    return line.length > LONGEST_LINE ? list : line;
  });
  writeFileSync(file, `${lists}\n`);
}

export function baselineOf(scores: readonly ScreenScore[]): ScreenBaseline {
  const names = (agent: string, verdict: ScreenScore["verdict"]) =>
    scores.filter((score) => score.agent === agent && score.verdict === verdict).map(({ name }) => name);
  const agents = [...new Set(scores.map(({ agent }) => agent))];
  return Object.fromEntries(
    agents.map((agent) => [
      agent,
      { wrong: names(agent, "wrong"), untold: names(agent, "untold"), unknown: names(agent, "unknown") },
    ]),
  );
}

/** One sentence for each screen that is read worse than before. */
export function screenRegressions(baseline: ScreenBaseline, scores: readonly ScreenScore[]): string[] {
  const now = baselineOf(scores);
  return Object.entries(baseline).flatMap(([agent, before]) => {
    const after = now[agent];
    if (after === undefined) return [`${agent}: no screens`];
    const kinds = ["wrong", "unknown", "untold"] as const;
    return kinds.flatMap((kind) => {
      // a screen whose earlier verdict was worse has improved
      const known = kinds.slice(0, kinds.indexOf(kind) + 1).flatMap((each) => before[each]);
      return after[kind].filter((name) => !known.includes(name)).map((name) => `${agent}: ${name} has become ${kind}`);
    });
  });
}
