import { displayWidth } from "../../core/text/width.ts";

const BEYOND = /[^\x00-\x7f]/;
const SIMILAR: Readonly<Record<string, string>> = {
  "▌": ">",
  "✕": "x",
  "✓": "+",
  "▶": ">",
  "◇": "*",
  "→": ">",
  "…": "~",
  "·": "-",
  "–": "-",
  "─": "-",
  "│": "|",
  "❯": ">",
  "↵": "|",
};

/** The same line, as wide, for a terminal that shows only ASCII. */
export function asciiLine(line: string): string {
  if (!BEYOND.test(line)) return line;
  return Array.from(new Intl.Segmenter("en").segment(line), ({ segment }) =>
    BEYOND.test(segment) ? (SIMILAR[segment] ?? "?".repeat(displayWidth(segment))) : segment,
  ).join("");
}

/** Whether the locale says that the terminal shows more than ASCII. */
export function isUnicode({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || "");
}
