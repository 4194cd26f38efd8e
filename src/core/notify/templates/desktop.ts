import type { Notification } from "../../protocol/notify.ts";
import { capText } from "./cap-text.ts";
import { oneLine, plainText } from "./plain-text.ts";
import { urgencyOf } from "./urgency.ts";

const MOST_TITLE = 150;
const MOST_BODY = 500;
const LEVEL = { high: "critical", normal: "normal", low: "low" } as const;

const titleOf = ({ label, title }: Notification) => capText(oneLine(`${label} · ${title}`), MOST_TITLE);
const bodyOf = ({ message }: Notification) => capText(plainText(message).trim(), MOST_BODY);

export interface NotifySendChoice {
  /** Whether this notify-send can say and replace a notification's number (0.8 and newer). */
  canReplace: boolean;
  /** The number of what it replaces. */
  replaces: string | null;
  sound: boolean;
}

/** `notify-send`: a title is text, a body is Pango markup in which backslashes mean something too. */
export function notifySendArgs(
  notification: Notification,
  { canReplace, replaces, sound }: NotifySendChoice,
): string[] {
  const replacing = canReplace ? ["-p", ...(replaces === null ? [] : ["-r", replaces])] : [];
  return [
    "-a",
    "agtmux",
    "-u",
    LEVEL[urgencyOf(notification.kind)],
    ...(sound ? ["-h", "string:sound-name:message-new-instant"] : []),
    ...replacing,
    "--",
    titleOf(notification),
    escapeMarkup(bodyOf(notification)),
  ];
}

/** `osascript`: the words are arguments of a script that never changes. */
export function osascriptArgs(notification: Notification, sound: boolean): string[] {
  const loud = sound ? ' sound name "Ping"' : "";
  return [
    "-e",
    "on run argv",
    "-e",
    `display notification (item 2 of argv) with title (item 1 of argv)${loud}`,
    "-e",
    "end run",
    "--",
    titleOf(notification),
    bodyOf(notification),
  ];
}

export function escapeMarkup(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
