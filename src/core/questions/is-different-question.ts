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

/**
 * Whether rows of the outer text are the inner one, or its last rows the beginning of it, if it is cut. In one pass
 * (Knuth, Morris, Pratt): a detail may have 65,536 rows.
 */
function isWithin(inner: string, outer: string): boolean {
  const whole = normalizeText(inner);
  if (whole === "") return true;
  const rows = outer.split("\n").map(normalizeText);
  const borders = bordersOf(whole);
  const [begins, ends] = [new Set<number>(), new Set<number>()];
  let length = 0;
  for (const row of rows) {
    begins.add(length);
    length += row.length;
    ends.add(length);
  }
  const text = rows.join("");
  let fits = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (fits === whole.length) fits = borders[fits - 1] ?? 0;
    fits = longer(whole, borders, fits, text.charAt(at));
    if (fits === whole.length && ends.has(at + 1) && begins.has(at + 1 - fits)) return true;
  }
  if (!isCut(outer)) return false;
  for (; fits > 0; fits = borders[fits - 1] ?? 0)
    if (begins.has(text.length - fits) && isPiece(true, whole.slice(0, fits))) return true;
  return false;
}

/** For each beginning of the text the length of the longest shorter one with which it ends. */
function bordersOf(text: string): number[] {
  const borders = [0];
  for (let at = 1; at < text.length; at += 1)
    borders.push(longer(text, borders, borders[at - 1] ?? 0, text.charAt(at)));
  return borders;
}

/** How much of the text the end of another one fits, once the other has one more character. */
function longer(text: string, borders: readonly number[], fits: number, next: string): number {
  let now = fits;
  while (now > 0 && text.charAt(now) !== next) now = borders[now - 1] ?? 0;
  return text.charAt(now) === next ? now + 1 : 0;
}

/** A piece of this many characters identifies a long text. */
const MIN_PIECE = 20;

function isCut(text: string): boolean {
  const end = text.trimEnd();
  return (end.endsWith("│") ? end.slice(0, -1).trimEnd() : end).endsWith("…");
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
  const whole = text.replace(/^\s*\$ /, "").replace(/[\s│]+/gu, "");
  return isCut(text) ? whole.slice(0, -1) : whole;
}
