import type { AnswerReport, Question, QuestionList, QuestionWords } from "../../core/protocol/questions.ts";
import type { Look } from "./panes.ts";
import { table } from "./table.ts";
import { displayWidth, shorten } from "./width.ts";
import { paint, plain, shortAge } from "./words.ts";

const HEAD = ["REF", "AGENT", "AGE", "KIND", "QUESTION"];
const INDENT = "     ";
const MOST_DETAIL = 8;

/** One line a question, what it is about and its choices beneath; the numbers are what `answer` takes. */
export function renderQuestions({ items, generated_at: now }: QuestionList, look: Look): string {
  const [header = [], ...lines] = table([HEAD, ...items.map((item) => rowOf(item, now))], look.columns);
  const body = items.flatMap((item, index) => [
    (lines[index] ?? []).join("  ").trimEnd(),
    ...underneath(item, look),
    ...settledWords(item),
  ]);
  return [paint(header.join("  ").trimEnd(), "1", look.colour), ...body].join("\n");
}

/** One question in full, and how it is answered. */
export function renderQuestion(question: Question, look: Look): string {
  const { ref, agent, kind, options = [], multiple, free } = question;
  const name = shortRef(ref);
  const detail = (question.detail ?? "").split("\n").filter((line) => line.trim() !== "");
  const ways = [
    ...(kind === "approval" && options.length > 0 ? [`agtmux answer ${name} yes`, `agtmux answer ${name} no`] : []),
    ...(kind !== "approval" && options.length > 0 ? [`agtmux answer ${name} 1`] : []),
    ...(multiple ? [`agtmux answer ${name} --choice 1 --choice 2`] : []),
    ...(free || options.length === 0 ? [`agtmux answer ${name} --text "…"`] : []),
  ];
  return [
    paint(`${agent ?? "-"} in ${plain(ref)} asks: ${plain(question.text)}${partWords(question)}`, "1", look.colour),
    ...cut(detail, look).map((line) => INDENT + line),
    ...choiceLines(question, look),
    "",
    "Answer with:",
    ...ways.map((way) => `  ${way}`),
  ].join("\n");
}

export function renderAnswer({ what, answered, phases, repeated, state, next }: AnswerReport, look: Look): string {
  const reached = phases.map(({ phase, evidence }) => `${phase} (${evidence})`).join(", ");
  const words = answered.map((each) => `"${plain(each)}"`).join(", ");
  const line = `${plain(what)}: ${repeated ? "answered before, not again: " : ""}${words}: ${reached}; it is ${state}`;
  if (next === null) return line;
  return [line, `it asks further: ${plain(next.text)}${partWords(next)}`, ...choiceLines(next, look)].join("\n");
}

function rowOf(item: Question, now: number): string[] {
  const { ref, agent, kind, text, state, asked_at } = item;
  const words = `${plain(text)}${partWords(item)}`;
  const told = state === "open" ? kind : state;
  return [shortRef(ref), agent ?? "-", shortAge(now - asked_at), told, words];
}

function underneath(question: Question, look: Look): string[] {
  if (question.state !== "open") return [];
  const [detail = ""] = (question.detail ?? "").split("\n").filter((line) => line.trim() !== "");
  const isNews = detail !== "" && !plain(question.text).includes(plain(detail));
  return [...(isNews ? [fitted(`${INDENT}${plain(detail)}`, look)] : []), ...choiceLines(question, look)];
}

function choiceLines({ options = [], free }: QuestionWords, look: Look): string[] {
  const lines = options.map(({ label, description }, index) => {
    const more = description === undefined || description === label ? "" : `  (${plain(description)})`;
    return fitted(`${INDENT}${index + 1}. ${plain(label)}${more}`, look);
  });
  return free && options.length > 0 ? [...lines, fitted(`${INDENT}or words of your own (--text)`, look)] : lines;
}

function settledWords({ state, answer }: Question): string[] {
  return state === "answered" && answer !== null ? [`${INDENT}→ ${plain(answer)}`] : [];
}

function partWords({ part }: QuestionWords): string {
  return part === undefined ? "" : ` (${part.n} of ${part.of})`;
}

/** The pane's own part of a ref is enough to type, on this machine. */
export function shortRef(ref: string): string {
  const [target, ...rest] = plain(ref)
    .replace(/^pane:/, "")
    .split("/");
  return target === "host" ? (rest.at(-1) ?? ref) : plain(ref);
}

function cut(lines: readonly string[], look: Look): string[] {
  const shown = lines.slice(0, MOST_DETAIL).map((line) => fitted(line.replaceAll("\t", "    "), look));
  return lines.length > MOST_DETAIL ? [...shown, `… ${lines.length - MOST_DETAIL} more lines`] : shown;
}

function fitted(text: string, { columns }: Look): string {
  return columns === null || displayWidth(text) <= columns ? text : shorten(text, columns);
}
