import type { AnswerReport, Question, QuestionList, QuestionWords } from "../../core/protocol/actions/questions.ts";
import { shellQuote } from "../../core/provision/shell-words.ts";
import { visibleText } from "../../core/text/visible-text.ts";
import { wrap } from "../../core/text/width.ts";
import type { Look } from "./panes.ts";
import { table } from "./table.ts";
import { paint, plain, shortAge } from "./words.ts";

const HEAD = ["REF", "AGENT", "AGE", "KIND", "QUESTION"];
const INDENT = "     ";

/** One line per question, with its subject and choices under it; `answer` takes the numbers. */
export function renderQuestions({ items, generated_at: now }: QuestionList, look: Look): string {
  const [header = [], ...lines] = table([HEAD, ...items.map((item) => rowOf(item, now))], look.columns);
  const body = items.flatMap((item, index) => [
    (lines[index] ?? []).join("  ").trimEnd(),
    ...underneath(item, lines[index]?.at(-1) ?? "", look),
    ...settledWords(item),
  ]);
  return [paint(header.join("  ").trimEnd(), "1", look.colour), ...body].join("\n");
}

/** One question in full, and how to answer it. */
export function renderQuestion(question: Question, look: Look): string {
  const { ref, agent, kind, options = [], multiple, free } = question;
  const revision = plain(question.revision);
  const name = refWord(ref);
  const ways = [
    ...(kind === "approval" && options.length > 0 ? [`agtmux answer ${name} yes`, `agtmux answer ${name} no`] : []),
    ...(kind !== "approval" && options.length > 0 ? [`agtmux answer ${name} 1`] : []),
    ...(multiple ? [`agtmux answer ${name} --choice 1 --choice 2`] : []),
    ...(free || options.length === 0 ? [`agtmux answer ${name} --text "…"`] : []),
  ];
  return [
    paint(
      `${plain(agent ?? "-")} in ${plain(ref)} asks: ${plain(question.text)}${partWords(question)}`,
      "1",
      look.colour,
    ),
    ...detailLines(question, look),
    ...choiceLines(question, look, true),
    "",
    `question id ${plain(question.question_id)}, revision ${revision}`,
    "Answer with:",
    ...ways.map((way) => `  ${way} --if-revision ${shellQuote(revision)}`),
  ].join("\n");
}

export function renderAnswer({ what, by, answered, phases, repeated, state, next }: AnswerReport, look: Look): string {
  const reached = phases.map(({ phase, evidence }) => `${phase} (${evidence})`).join(", ");
  if (by === "close") return `${plain(what)}: the question is closed, and nothing was pressed; it is ${state}`;
  const words = answered.map((each) => `"${plain(each)}"`).join(", ");
  const line = `${plain(what)}: ${repeated ? "answered before, not again: " : ""}${words}: ${reached}; it is ${state}`;
  if (next === null) return line;
  return [line, `it asks further: ${plain(next.text)}${partWords(next)}`, ...choiceLines(next, look)].join("\n");
}

function rowOf(item: Question, now: number): string[] {
  const { ref, agent, kind, text, state, asked_at } = item;
  const words = `${plain(text)}${partWords(item)}`;
  const told = state === "open" ? kind : state;
  return [shortRef(ref), plain(agent ?? "-"), shortAge(now - asked_at), told, words];
}

/** The text that the row (`shown`) had to cut: people must not approve what they cannot read in full. */
function underneath(question: Question, shown: string, look: Look): string[] {
  if (question.state !== "open") return [];
  const words = plain(question.text);
  const detail = plain(question.detail ?? "");
  const isCut = !shown.includes(words);
  const isTold = detail !== "" && (isCut ? words : shown).includes(detail);
  return [
    ...(isCut ? wrapped(words, look) : []),
    ...(isTold ? screenLines(question, look) : detailLines(question, look)),
    ...choiceLines(question, look),
  ];
}

/** The command or the diff, in full. */
export function detailLines(question: QuestionWords, look: Look): string[] {
  const { detail = "", is_diff = false } = question;
  const lines = detail.split("\n").filter((line) => line.trim() !== "");
  const shown = lines.flatMap((line) =>
    wrapped(visibleText(line).replaceAll("\t", "    "), look).map((row) =>
      is_diff ? paint(row, CHANGES[line.charAt(0)] ?? "", look.colour && line.charAt(0) in CHANGES) : row,
    ),
  );
  return [...shown, ...screenLines(question, look)];
}

const CHANGES: Record<string, string> = { "+": "32", "-": "31" };

function screenLines({ from_screen }: QuestionWords, look: Look): string[] {
  return from_screen ? wrapped("(read off its screen, which may show less than the whole)", look) : [];
}

/** `withValues`: also the word that `answer` takes for a choice, if it is neither its number nor its label. */
function choiceLines({ options = [], free }: QuestionWords, look: Look, withValues = false): string[] {
  const lines = options.flatMap(({ value, label, description }, index) => {
    const more = description === undefined || description === label ? "" : `  (${plain(description)})`;
    const isOwn = withValues && value !== String(index + 1) && value.toLowerCase() !== label.toLowerCase();
    return wrapped(`${index + 1}. ${plain(label)}${isOwn ? ` [${plain(value)}]` : ""}${more}`, look);
  });
  return free && options.length > 0 ? [...lines, ...wrapped("or words of your own (--text)", look)] : lines;
}

function settledWords({ state, answer }: Question): string[] {
  return state === "answered" && answer !== null ? [`${INDENT}→ ${plain(answer)}`] : [];
}

function partWords({ part }: QuestionWords): string {
  return part === undefined ? "" : ` (${part.n} of ${part.of})`;
}

/** On this machine, the last part of a ref is enough. */
export function shortRef(ref: string): string {
  const [target, ...rest] = plain(ref)
    .replace(/^pane:/, "")
    .split("/");
  return target === "host" ? (rest.at(-1) ?? ref) : plain(ref);
}

/** In a command: another member may call its panes what it wants. */
function refWord(ref: string): string {
  const short = shortRef(ref);
  return /^%\d+$/.test(short) ? short : shellQuote(short);
}

function wrapped(text: string, { columns }: Look): string[] {
  const rows = columns === null ? [text] : wrap(text, Math.max(20, columns - INDENT.length));
  return rows.map((row) => INDENT + row);
}
