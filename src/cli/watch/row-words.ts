import { nameOf, programOf, promptOf, toolOf, workplaceOf } from "../../core/lists/who.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { limitedWords, nothingNewWords } from "../render/panes.ts";
import { minutesLeft, plain } from "../render/words.ts";
import type { Row } from "./rows.ts";

/** Its task, else the window's name if somebody gave it one, else the session. */
export function whoOf(item: PaneItem): string {
  return plain(nameOf(item));
}

export function agentTag(item: PaneItem): string {
  return plain(programOf(item));
}

export function placeOf(item: PaneItem): string {
  return plain(workplaceOf(item));
}

/** The question or message, on one line. */
export function wordsOf({ item, question }: Row, now: number): string {
  const { attention, message, state } = item;
  if (attention !== null) {
    const putOff = item.snoozed_until === null ? "" : `put off for ${minutesLeft(item.snoozed_until - now)}: `;
    return [limitedWords(item, now), putOff + plain(attention.message || question?.text || message)]
      .filter(Boolean)
      .join("; ");
  }
  const doing = state === "running" ? plain(toolOf(item)) : "";
  const words = [limitedWords(item, now), nothingNewWords(item, now), doing, plain(message)].filter(
    (word) => word !== "",
  );
  return words.length === 0 ? askedFor(item) : words.join("; ");
}

/** The agent's last prompt; empty if it is not known. */
export function askedFor(item: PaneItem): string {
  return plain(promptOf(item));
}

/** How long until an age of this length, as it is shown, changes. */
export function untilOlder(age: number): number {
  const unit = age < 60_000 ? 1_000 : age < 3_600_000 ? 60_000 : 3_600_000;
  return unit - (Math.max(0, age) % unit);
}
