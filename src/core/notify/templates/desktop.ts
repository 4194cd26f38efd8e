import type { Notification } from "../../protocol/notify/notify.ts";
import { capText } from "./cap-text.ts";
import { oneLine, plainText } from "./plain-text.ts";
import { urgencyOf } from "./urgency.ts";

const MAX_TITLE = 150;
const MAX_BODY = 500;
const LEVEL = { high: "critical", normal: "normal", low: "low" } as const;

const titleOf = ({ label, title }: Notification) => capText(oneLine(`${label} · ${title}`), MAX_TITLE);
const bodyOf = ({ message }: Notification) => capText(plainText(message).trim(), MAX_BODY);

export interface NotifySendChoice {
  /** Whether this notify-send can print and replace a notification's id (0.8 and newer). */
  canReplace: boolean;
  /** The id of the notification to replace. */
  replaces: string | null;
  sound: boolean;
}

/** Arguments of `notify-send`: the title is plain text; the body is Pango markup, where backslashes are special too. */
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

/** Arguments of `osascript`: the text is passed as arguments to a fixed script. */
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
