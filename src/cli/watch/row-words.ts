import { STATE_SYMBOLS } from "../../core/protocol/base/state-names.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { nothingNewWords } from "../render/panes.ts";
import { plain, shortAge } from "../render/words.ts";
import type { Row } from "./rows.ts";

const SHELLS = /^-?(?:ba|z|fi|da|k|tc|c)?sh$/;

/** The task, else the window's name if somebody gave it one, else the session. */
export function whoOf({ signal, window_name, command, agent, identity }: PaneItem): string {
  const task = plain(signal?.task_title ?? "");
  if (task !== "") return task;
  const isGiven = window_name !== "" && window_name !== command && window_name !== agent && !SHELLS.test(window_name);
  return plain(isGiven ? window_name : identity.session_name);
}

/** An agent that we have no name for is called by its program. */
export function agentTag({ agent, command }: PaneItem): string {
  return plain(agent === null || agent === "generic" ? command : agent);
}

export function placeOf({ identity: { target }, cwd }: PaneItem): string {
  const folder = plain(cwd.replace(/\/+$/, "").split("/").at(-1) || "/");
  return target === "host" ? folder : `${plain(target)}:${folder}`;
}

export function symbolOf({ item }: Row): string {
  switch (item.attention?.kind) {
    case "approval":
      return "!";
    case "input":
      return "?";
    case "error":
      return "✕";
    case "done":
      return "✓";
    case undefined:
      return STATE_SYMBOLS[item.state];
    default:
      return "◇";
  }
}

/** Since when the row is on its shelf. */
export function sinceOf({ attention, since }: PaneItem): number | null {
  return attention?.raised_at ?? since;
}

/** What is asked or said, on one line. */
export function wordsOf({ item, question }: Row, now: number): string {
  const { attention, message, activity, state } = item;
  if (attention !== null) {
    const putOff = item.snoozed_until === null ? "" : `put off for ${shortAge(item.snoozed_until - now)}: `;
    return putOff + plain(attention.message || question?.text || message);
  }
  const doing = state === "running" && activity?.tool !== undefined ? plain(activity.tool) : "";
  return [nothingNewWords(item, now), doing, plain(message)].filter((word) => word !== "").join("; ");
}

/** How long until an age of this length, as it is shown, changes. */
export function untilOlder(age: number): number {
  const unit = age < 60_000 ? 1_000 : age < 3_600_000 ? 60_000 : 3_600_000;
  return unit - (Math.max(0, age) % unit);
}
