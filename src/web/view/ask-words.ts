import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Question } from "../../core/protocol/questions.ts";
import { spaced } from "./state-look.ts";

/** What a pane asks of a person, in its own words where it has any. */
export function askWords({ attention, message }: PaneItem, question: Question | null): string {
  return question?.text || attention?.message || message || attention?.label || "";
}

/** Which of several questions this is; empty where it is the only one. */
export function partWords(question: Question | null): string {
  const part = question?.part;
  return part === undefined || part.of < 2 ? "" : `Question ${part.n} of ${part.of}`;
}

/** How we know: who said so, and how sure that is. */
export function knownBy({ source, confidence, attention }: PaneItem): string {
  const who = source === null ? attention?.source : spaced(source);
  return `${who === undefined ? "nobody said so" : `by ${who}`} · ${confidence} confidence`;
}
