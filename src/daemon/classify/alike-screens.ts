import { isSameScreen, type Seen } from "./same-screen.ts";

/** Frames of spinners and moving bars; agents use these characters for nothing else. */
const FRAMES = "\\u2800-\\u28ff◐◓◑◒◴◷◶◵◜◝◞◟■⬝▰▱";
const FRAME = new RegExp(`[${FRAMES}]`, "gu");
/** Frames that may also begin an ordinary line of text. */
const FRAME_AT_START = /^(\s*)[✢✳✶✻✽✺∗*·•◦∙+|/\\-](?=\s)/u;
/** Frames that elsewhere tick off a list: only before the key that interrupts. */
const FRAME_BESIDE_KEY = /^(\s*)[○◎◉●](?=\s.*\besc (?:esc|interrupt)\b)/u;
/** Status words that change while an agent works: a line that begins with a frame, or with dots, up to its brackets. */
const STATUS = new RegExp(
  `^\\s*(?:[${FRAMES}]|[✢✳✶✻✽✺∗*·] [^(]*(?:…|\\.\\.\\.)|[|/\\\\-] \\w+\\.\\.\\. (?=\\(\\d+s\\b)|\\.{1,3} (?=[^(]*\\([^)]*\\besc to ))[^(]*`,
  "u",
);
const TIP = /^\s*(?:[⎿└] *)?Tip: .*$/u;
/** Elapsed time: `41s`, `1m 03s`, `1.5 s`, `12:34`. */
const SPAN =
  /(?<!\d)\d+(?:\.\d+)? ?(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)\b|(?<![\d:.])\d{1,3}(?::[0-5]\d){1,2}(?![\d:])/g;
const SPANS = /#(?: *#)+/g;
const DOTS = /(?<![.…])[.…]+(?=\s|$)/gu;

/**
 * Whether the screen shows nothing new: besides what `isSameScreen` ignores, only a spinner or elapsed time has
 * changed. Any other count, such as tokens, is progress.
 */
export function isAlikeScreen(before: Seen, now: Seen): boolean {
  if (isSameScreen(before, now)) return true;
  if (before.lines.length !== now.lines.length) return false;
  return now.lines.every((line, index) => withoutMotion(line) === withoutMotion(before.lines[index] ?? ""));
}

function withoutMotion(line: string): string {
  return line
    .replace(STATUS, "~ ")
    .replace(TIP, "~")
    .replace(FRAME_AT_START, "$1")
    .replace(FRAME_BESIDE_KEY, "$1")
    .replaceAll(FRAME, "")
    .replaceAll(SPAN, "#")
    .replaceAll(SPANS, "#")
    .replaceAll(DOTS, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
