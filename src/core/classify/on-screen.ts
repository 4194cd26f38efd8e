import type { Excerpt } from "./excerpt.ts";

const SHORTEST = 4;

/** Is this quoted from the screen? Blanks, frames and where a line was broken do not count. */
export function isOnScreen(quote: string, { lines, title }: Pick<Excerpt, "lines" | "title">): boolean {
  const words = squeezed(quote);
  if (words === "") return false;
  // a letter or two are on any screen
  if (words.length < SHORTEST) return lines.some((line) => squeezed(line) === words);
  return squeezed(lines.join("")).includes(words) || squeezed(title ?? "").includes(words);
}

function squeezed(text: string): string {
  return text.replace(/[\s│┃║]+/gu, "");
}
