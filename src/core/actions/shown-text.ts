import type { CueMatch } from "../adapter/screen.ts";
import type { ReadScreen } from "../adapter/screen-reader.ts";
import type { Pattern } from "../pattern/pattern.ts";

const PROBE = "agtmux-draft";
/** Invisible characters that tmux may keep. */
const INVISIBLE_ONLY = /^[\p{M}\p{Cf}\s]+$/u;
/** Rows of an input box and its footer. */
const BOTTOM_ROWS = 6;
/** Characters of a row that are searched; fewer than `LEAST_MARK` say nothing. */
const LONGEST_MARK = 80;
const MIN_MARK = 4;
/** Characters at a text's end that are searched. */
const TAIL = 40;

/** The text in the agent's input box; empty if the box is, null if no box is seen. */
export function draftOn(lines: readonly string[], readScreen: ReadScreen | undefined): string | null {
  const full = boxOn(lines, readScreen, "\\S");
  if (full !== null) return full.text.replace(INVISIBLE_ONLY, "");
  return boxOn(lines, readScreen, "") === null ? null : "";
}

/** The row on which the box shows that text or its beginning; null if none does. */
export function rowOfOwn(
  lines: readonly string[],
  text: string,
  readScreen: ReadScreen | undefined,
  placeholder?: Pattern,
): string | null {
  const found = boxOn(lines, readScreen, "\\S");
  const draft = found?.text.replace(INVISIBLE_ONLY, "") ?? "";
  const row = found === null ? undefined : lines[found.row - 1];
  return draft !== "" && row !== undefined && isOf(draft, text, placeholder) ? row.trim() : null;
}

/** ASCII text by which tmux finds that row again, since it stores other characters in its own way. */
export function markIn(row: string): string | null {
  const runs = row.match(/[\x20-\x7e]+/g) ?? [];
  const [longest = ""] = runs
    .map((run) => run.trim().slice(0, LONGEST_MARK).trim())
    .sort((a, b) => b.length - a.length);
  return longest.length < MIN_MARK ? null : longest;
}

function boxOn(lines: readonly string[], readScreen: ReadScreen | undefined, pattern: string): CueMatch | null {
  // our own cue is tried first, and without a title nothing overrules it
  const seen = readScreen?.({ lines }, { [PROBE]: { state: "idle", pattern, where: "draft" } });
  return seen?.type === "read" && seen.cue.name === PROBE ? seen.cue : null;
}

/** Whether the input box says that typed text would be run by a shell. */
export function isInShell(lines: readonly string[], shellMode: Pattern | undefined): boolean {
  const bottom = lines.filter((line) => line.trim() !== "").slice(-BOTTOM_ROWS);
  return shellMode !== undefined && bottom.some((line) => shellMode.test(line));
}

/** Whether Enter would send more than that text, or have a shell run it: somebody had typed there before it. */
export function isMixed(
  lines: readonly string[],
  text: string,
  readScreen: ReadScreen | undefined,
  shellMode: Pattern | undefined,
): boolean {
  const own = normalizeText(text);
  if (own === "" || own.startsWith("!")) return false;
  const draft = normalizeText(draftOn(lines, readScreen) ?? "");
  if (draft.length > own.length && draft.endsWith(own)) return true;
  // rows of the text itself may look like the box of a shell
  const others = lines.filter((line) => !own.includes(normalizeText(line)));
  return isInShell(others, shellMode);
}

/** Whether the end of a text is visible, even if wrapped. */
export function isShown(lines: readonly string[], text: string, placeholder?: Pattern): boolean {
  const screen = normalizeText(lines.join(""));
  const tail = normalizeText(text).slice(-TAIL);
  const words = text.trim();
  return (
    (tail !== "" && screen.includes(tail)) ||
    (tail === "" && words !== "" && lines.some((line) => line.includes(words))) ||
    (placeholder !== undefined && lines.some((line) => placeholder.test(line)))
  );
}

/** Whether the text consists only of characters that terminals show differently. */
export function isPictorial(text: string): boolean {
  return normalizeText(text) === "";
}

/** Whether the box shows part of that text, or a paste placeholder. */
export function isOf(draft: string, text: string, placeholder?: Pattern): boolean {
  const seen = normalizeText(draft);
  const isThere = seen === "" ? text.includes(draft.trim()) : normalizeText(text).includes(seen);
  return isThere || placeholder?.test(draft) === true;
}

/** Whether the box shows exactly that text, as far as terminals show it. */
export function isSameText(draft: string, text: string): boolean {
  const shown = normalizeText(draft);
  return shown !== "" && shown === normalizeText(text);
}

/** Blanks, and frames around the input. */
const FRAMES = /[\s│┃|]+/gu;
/** Characters that tmux or the agent may show differently or not at all: marks, invisible signs, emoji and joiners. */
const PICTURES = /[\p{M}\p{Cf}\p{Co}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu;

function normalizeText(text: string): string {
  return text.normalize("NFC").replace(FRAMES, "").replace(PICTURES, "");
}
