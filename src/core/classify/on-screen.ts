import type { Excerpt } from "./excerpt.ts";

const SHORTEST = 4;

/** Whether the quote is on the screen, ignoring blanks, frames and line breaks. */
export function isOnScreen(quote: string, { lines, title }: Pick<Excerpt, "lines" | "title">): boolean {
  const words = normalizeText(quote);
  if (words === "") return false;
  // one or two letters are on any screen
  if (words.length < SHORTEST) return lines.some((line) => normalizeText(line) === words);
  return normalizeText(lines.join("")).includes(words) || normalizeText(title ?? "").includes(words);
}

function normalizeText(text: string): string {
  return text.replace(/[\s│┃║]+/gu, "");
}
