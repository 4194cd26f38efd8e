import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { ClassifyScore } from "./score-classify.ts";

/** Per corpus, the number of screens and how many were classified right. */
const ClassifyBaseline = z.record(z.string(), z.object({ screens: z.number(), right: z.number() }));
export type ClassifyBaseline = z.infer<typeof ClassifyBaseline>;

export function readClassifyBaseline(file: string): ClassifyBaseline {
  return ClassifyBaseline.parse(JSON.parse(readFileSync(file, "utf8")));
}

export function writeClassifyBaseline(file: string, scores: readonly ClassifyScore[]): void {
  const lines = Object.entries(classifyBaselineOf(scores)).map(
    ([corpus, { screens, right }]) => `  ${JSON.stringify(corpus)}: { "screens": ${screens}, "right": ${right} }`,
  );
  writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`);
}

export function classifyBaselineOf(scores: readonly ClassifyScore[]): ClassifyBaseline {
  const corpora = [...new Set(scores.map(({ corpus }) => corpus))];
  return Object.fromEntries(
    corpora.map((corpus) => {
      const own = scores.filter((score) => score.corpus === corpus);
      return [corpus, { screens: own.length, right: own.filter(({ mark }) => mark === "right").length }];
    }),
  );
}

/** One sentence for each wrong screen, and for each corpus with fewer right screens than before. */
export function classifyRegressions(baseline: ClassifyBaseline, scores: readonly ClassifyScore[]): string[] {
  const now = classifyBaselineOf(scores);
  const wrong = scores
    .filter(({ mark }) => mark === "wrong")
    .map(
      ({ corpus, name, truth, verdict }) => `${corpus}: ${name} is ${truth[0]}, and was told to be ${verdict.state}`,
    );
  const fewer = Object.entries(baseline).flatMap(([corpus, before]) => {
    const after = now[corpus] ?? { screens: 0, right: 0 };
    if (after.screens < before.screens) return [`${corpus}: ${after.screens} screens, ${before.screens} before`];
    return after.right < before.right ? [`${corpus}: ${after.right} right, ${before.right} before`] : [];
  });
  return [...wrong, ...fewer];
}
