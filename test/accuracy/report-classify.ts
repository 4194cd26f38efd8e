import { STATE_PRECEDENCE } from "../../src/core/protocol/base/state.ts";
import type { ClassifyScore, Mark } from "./score-classify.ts";
import { tableOf } from "./table.ts";

const MARKS: readonly Mark[] = ["right", "unknown", "wrong"];
const TABLE = /^(\| screens \| of them .*\n\| ---.*\n)((?:\|.*\n)+)/m;

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

/** The document with these figures in its table, which has a row for each corpus in the same order. */
export function withFigures(document: string, scores: readonly ClassifyScore[]): string {
  const corpora = [...new Set(scores.map(({ corpus }) => corpus))];
  return document.replace(TABLE, (_, head: string, rows: string) => {
    const lines = rows.trimEnd().split("\n");
    if (lines.length !== corpora.length)
      throw new Error(`the table has ${lines.length} rows for ${corpora.length} corpora`);
    return [head, ...lines.map((line, index) => `${rowOf(line, scores, corpora[index])}\n`)].join("");
  });
}

/** The new counts; the first column, which says what is counted, stays as it was written. */
function rowOf(line: string, scores: readonly ClassifyScore[], corpus: string | undefined): string {
  const own = scores.filter((score) => score.corpus === corpus);
  const counts = [own.length, ...MARKS.map((mark) => own.filter((score) => score.mark === mark).length)];
  return `| ${[line.split(" | ")[0]?.slice(2), ...counts.map((count) => count.toLocaleString("en"))].join(" | ")} |`;
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
