import { STATE_PRECEDENCE } from "../../src/core/protocol/base/state.ts";
import type { ClassifyScore, Mark } from "./score-classify.ts";
import { tableOf } from "./table.ts";

const MARKS: readonly Mark[] = ["right", "unknown", "wrong"];

/** For each corpus a matrix of true state (down) against classified state (across), and a line of totals. */
export function reportClassify(scores: readonly ClassifyScore[]): string {
  const corpora = [...new Set(scores.map(({ corpus }) => corpus))];
  const matrices = corpora.map((corpus) =>
    matrix(
      corpus,
      scores.filter((score) => score.corpus === corpus),
    ),
  );
  return [...matrices, sums("all", scores)].join("\n\n");
}

function matrix(corpus: string, scores: readonly ClassifyScore[]): string {
  const truths = STATE_PRECEDENCE.filter((state) => scores.some(({ truth }) => truth[0] === state));
  const rows = truths.map((truth) => {
    const own = scores.filter((score) => score.truth[0] === truth);
    const counts = STATE_PRECEDENCE.map((state) => own.filter(({ verdict }) => verdict.state === state).length);
    return [truth, ...counts.map((count) => (count === 0 ? "·" : String(count)))];
  });
  return [tableOf([[corpus, ...STATE_PRECEDENCE], ...rows]), sums(corpus, scores)].join("\n");
}

function sums(name: string, scores: readonly ClassifyScore[]): string {
  const counts = MARKS.map((mark) => `${scores.filter((score) => score.mark === mark).length} ${mark}`);
  return `${name}: ${scores.length} screens, ${counts.join(", ")}`;
}

/** Every screen that was not classified right, and why. */
export function listMisses(scores: readonly ClassifyScore[]): string[] {
  return scores
    .filter(({ mark }) => mark !== "right")
    .map(
      ({ corpus, name, truth, verdict, mark }) =>
        `${mark}: ${corpus}: ${name}: ${verdict.state}, not ${truth[0]} (${verdict.summary})`,
    );
}
