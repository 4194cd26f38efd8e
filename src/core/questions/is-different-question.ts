import type { QuestionWords } from "../protocol/actions/questions.ts";

/** Whether these are different questions: one dialog replaced the other, or is shown before its words are reported. */
export function isDifferentQuestion(before: QuestionWords, now: QuestionWords): boolean {
  // never apply a yes meant for one to the other
  if ((before.kind === "approval") !== (now.kind === "approval")) return true;
  if (before.part !== undefined && now.part !== undefined) return before.part.of !== now.part.of;
  if (before.part !== undefined || now.part !== undefined) return false;
  if (before.detail !== undefined && now.detail !== undefined) return !isSameDetail(before, now);
  if (now.kind === "approval") return false;
  return !isSameText(before.text, now.text) && !offersSame(before, now);
}

/**
 * Whether the screen's text changed of a question known only from there. Every character counts: no other source has
 * it.
 */
export function screenTextChanged({ detail, from_screen }: QuestionWords, shown: QuestionWords): boolean {
  return from_screen === true && normalizeText(detail ?? "") !== normalizeText(shown.detail ?? "");
}

/**
 * Whether one detail is contained in rows of the other, in full or as much as fits there. Edits are described
 * differently by each source, so their file name decides.
 */
function isSameDetail(before: QuestionWords, now: QuestionWords): boolean {
  const [one = "", other = ""] = [before.detail, now.detail];
  return isWithin(one, other) || isWithin(other, one) || namesFileOf(before, now) || namesFileOf(now, before);
}

function isWithin(inner: string, outer: string): boolean {
  const whole = normalizeText(inner);
  if (whole === "") return true;
  const rows = outer.split("\n").map(normalizeText);
  return rows.some((_, from) => {
    let run = "";
    return rows.slice(from).some((row, index) => {
      run += row;
      const isLast = from + index === rows.length - 1;
      return run === whole || (isLast && isCut(outer) && isPiece(whole.startsWith(run), run));
    });
  });
}

/** A piece of this many characters identifies a long text. */
const MIN_PIECE = 20;

function isCut(text: string): boolean {
  return /…\s*│?\s*$/u.test(text);
}

function isPiece(fits: boolean, piece: string): boolean {
  return fits && piece.length >= MIN_PIECE;
}

const FILE_FIRST = /^(\S*\/)?([^\s/]+)\n/;

/** Whether `told`, written as `path\nchange`, is about a file that the dialog names. */
function namesFileOf(told: QuestionWords, shown: QuestionWords): boolean {
  const name = FILE_FIRST.exec(told.detail ?? "")?.[2];
  if (name === undefined) return false;
  const isNamed = new RegExp(`(?:^|[\\s/"'])${name.replaceAll(/[^\w]/g, "\\$&")}(?:$|[\\s?"':,)])`).test(shown.text);
  return isNamed && !FILE_FIRST.test(shown.detail?.split("\n")[0] ?? "");
}

function isSameText(one: string, other: string): boolean {
  const [a, b] = [normalizeText(one), normalizeText(other)];
  if (a === b) return true;
  return (isCut(one) && isPiece(b.startsWith(a), a)) || (isCut(other) && isPiece(a.startsWith(b), b));
}

/** Whether all options of one are among those of the other. */
function offersSame({ options: before }: QuestionWords, { options: now }: QuestionWords): boolean {
  if (before === undefined || now === undefined) return false;
  const [few, many] = before.length < now.length ? [before, now] : [now, before];
  const labels = new Set(many.map(({ label }) => normalizeText(label)));
  return few.length > 1 && few.every(({ label }) => labels.has(normalizeText(label)));
}

/** The text without wrapping, frames and cut marks. */
function normalizeText(text: string): string {
  return text.replace(/^\s*\$ /, "").replace(/[\s│]+|…\s*│?\s*$/gu, "");
}
