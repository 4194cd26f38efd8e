import type { ReadScreen } from "../agents/screen-reader.ts";

const PROBE = "agtmux-draft";
/** What tmux may keep of characters that nobody sees. */
const GHOSTS = /^[\p{M}\p{Cf}\s]+$/u;
/** So many have an input box and what is said under it. */
const BOTTOM_ROWS = 6;
/** So much of a text's end is looked for. */
const TAIL = 40;

/** What stands in the agent's input box; empty where nothing does, null where no box is seen. */
export function draftOn(lines: readonly string[], readScreen: ReadScreen | undefined): string | null {
  // a cue of our own is tried before all others, and without a title nothing overrules it
  const look = (pattern: string) => readScreen?.({ lines }, { [PROBE]: { state: "idle", pattern, where: "draft" } });
  const full = look("\\S");
  if (full?.type === "read" && full.cue.name === PROBE) return full.cue.text.replace(GHOSTS, "");
  const empty = look("");
  return empty?.type === "read" && empty.cue.name === PROBE ? "" : null;
}

/** Whether the agent says at its input box that what is typed there would be run by a shell. */
export function isInShell(lines: readonly string[], shellMode: RegExp | undefined): boolean {
  const bottom = lines.filter((line) => line.trim() !== "").slice(-BOTTOM_ROWS);
  return shellMode !== undefined && bottom.some((line) => shellMode.test(line));
}

/** Whether the end of a text is to be seen, wherever the screen's edge has broken it. */
export function isShown(lines: readonly string[], text: string, placeholder?: RegExp): boolean {
  const screen = squeezed(lines.join(""));
  const tail = squeezed(text).slice(-TAIL);
  const words = text.trim();
  return (
    (tail !== "" && screen.includes(tail)) ||
    (tail === "" && words !== "" && lines.some((line) => line.includes(words))) ||
    (placeholder !== undefined && lines.some((line) => placeholder.test(line)))
  );
}

/** A text of which terminals show each what they like. */
export function isPictorial(text: string): boolean {
  return squeezed(text) === "";
}

/** Whether what stands in the box is of that text: one line of it, or what stands for a long paste. */
export function isOf(draft: string, text: string, placeholder?: RegExp): boolean {
  const seen = squeezed(draft);
  const isThere = seen === "" ? text.includes(draft.trim()) : squeezed(text).includes(seen);
  return isThere || placeholder?.test(draft) === true;
}

/** Blanks and the frames that programs draw around what is typed. */
const FRAMES = /[\s│┃|]+/gu;
/** What tmux or the agent may show otherwise, or not at all: marks, invisible signs, pictures and all that joins them. */
const PICTURES = /[\p{M}\p{Cf}\p{Co}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu;

function squeezed(text: string): string {
  return text.normalize("NFC").replace(FRAMES, "").replace(PICTURES, "");
}
