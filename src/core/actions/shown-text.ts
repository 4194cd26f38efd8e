import type { ReadScreen } from "../agents/screen-reader.ts";

const PROBE = "agtmux-draft";
/** So much of a text's end is looked for. */
const TAIL = 40;

/** What stands in the agent's input box; empty where nothing does, null where no box is seen. */
export function draftOn(lines: readonly string[], readScreen: ReadScreen | undefined): string | null {
  // a cue of our own is tried before all others, and without a title nothing overrules it
  const look = (pattern: string) => readScreen?.({ lines }, { [PROBE]: { state: "idle", pattern, where: "draft" } });
  const full = look("\\S");
  if (full?.type === "read" && full.cue.name === PROBE) return full.cue.text;
  const empty = look("");
  return empty?.type === "read" && empty.cue.name === PROBE ? "" : null;
}

/** Whether the end of a text is to be seen, wherever the screen's edge has broken it. */
export function isShown(lines: readonly string[], text: string, placeholder?: RegExp): boolean {
  const screen = squeezed(lines.join(""));
  const tail = squeezed(text).slice(-TAIL);
  return (
    (tail !== "" && screen.includes(tail)) ||
    (placeholder !== undefined && lines.some((line) => placeholder.test(line)))
  );
}

/** Whether what stands in the box is of that text: one line of it, or what stands for a long paste. */
export function isOf(draft: string, text: string, placeholder?: RegExp): boolean {
  return squeezed(text).includes(squeezed(draft)) || placeholder?.test(draft) === true;
}

/** Blanks and the frames that programs draw around what is typed. */
function squeezed(text: string): string {
  return text.replace(/[\s\u00a0│┃|]+/gu, "");
}
