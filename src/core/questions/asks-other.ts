import type { QuestionWords } from "../protocol/questions.ts";

/** Whether this is about something else than that: one dialog has followed the other, or has come before the words of it. */
export function asksOther(before: QuestionWords, now: QuestionWords): boolean {
  // a yes meant for one is never a yes for the other
  if ((before.kind === "approval") !== (now.kind === "approval")) return true;
  if (before.part !== undefined && now.part !== undefined) return before.part.of !== now.part.of;
  if (before.part !== undefined || now.part !== undefined) return false;
  if (before.detail !== undefined && now.detail !== undefined) return !isSameDetail(before, now);
  if (now.kind === "approval") return false;
  return !isSameText(before.text, now.text) && !offersSame(before, now);
}

/** The whole of one is some rows of the other, or as much of it as fits there. What an edit changes each tells in a way of its own: its file decides. */
function isSameDetail(before: QuestionWords, now: QuestionWords): boolean {
  const [one = "", other = ""] = [before.detail, now.detail];
  return isWithin(one, other) || isWithin(other, one) || namesFileOf(before, now) || namesFileOf(now, before);
}

function isWithin(inner: string, outer: string): boolean {
  const whole = squeezed(inner);
  if (whole === "") return true;
  const rows = outer.split("\n").map(squeezed);
  return rows.some((_, from) => {
    let run = "";
    return rows.slice(from).some((row, index) => {
      run += row;
      const isLast = from + index === rows.length - 1;
      return run === whole || (isLast && isCut(outer) && isPiece(whole.startsWith(run), run));
    });
  });
}

/** So much of a long one tells it from any other. */
const LEAST_PIECE = 20;

function isCut(text: string): boolean {
  return /…\s*│?\s*$/u.test(text);
}

function isPiece(fits: boolean, piece: string): boolean {
  return fits && piece.length >= LEAST_PIECE;
}

const FILE_FIRST = /^(\S*\/)?([^\s/]+)\n/;

/** `path\nwhat becomes of it`, and a dialog that names the file. */
function namesFileOf(told: QuestionWords, shown: QuestionWords): boolean {
  const name = FILE_FIRST.exec(told.detail ?? "")?.[2];
  if (name === undefined) return false;
  const isNamed = new RegExp(`(?:^|[\\s/"'])${name.replaceAll(/[^\w]/g, "\\$&")}(?:$|[\\s?"':,)])`).test(shown.text);
  return isNamed && !FILE_FIRST.test(shown.detail?.split("\n")[0] ?? "");
}

function isSameText(one: string, other: string): boolean {
  const [a, b] = [squeezed(one), squeezed(other)];
  if (a === b) return true;
  return (isCut(one) && isPiece(b.startsWith(a), a)) || (isCut(other) && isPiece(a.startsWith(b), b));
}

/** All that one of them offers, the other does, too. */
function offersSame({ options: before }: QuestionWords, { options: now }: QuestionWords): boolean {
  if (before === undefined || now === undefined) return false;
  const [few, many] = before.length < now.length ? [before, now] : [now, before];
  const labels = new Set(many.map(({ label }) => squeezed(label)));
  return few.length > 1 && few.every(({ label }) => labels.has(squeezed(label)));
}

/** However it is wrapped, framed or cut. */
function squeezed(text: string): string {
  return text.replace(/^\s*\$ /, "").replace(/[\s│]+|…\s*│?\s*$/gu, "");
}
