import type { Notification } from "../../protocol/notify/notify.ts";
import { capText } from "./cap-text.ts";
import { fillText } from "./fill-template.ts";
import { oneLine, plainText } from "./plain-text.ts";

const MAX_TITLE = 200;

export interface TextRules {
  /** Maximum length of the shown text in characters; the URL is never cut. */
  most: number;
  tame(value: string): string;
  /** Replaces the default text of title, message and URL. */
  template: string | undefined;
}

export type Text = { ok: true; text: string } | { ok: false; fault: string };

/** The default chat text: title, message and URL. It is cut before escaping, so that no escape sequence is split. */
export function defaultText(notification: Notification, { most, tame, template }: TextRules): Text {
  if (template !== undefined) {
    // cut before escaping: escape characters are sent but not shown
    const cut = { ...notification, message: capText(plainText(notification.message), Math.floor(most / 2)) };
    return fillText(template, cut, tame);
  }
  const title = capText(oneLine(`${notification.label} · ${notification.title}`), MAX_TITLE);
  const address = notification.url === null ? "" : `\n${notification.url}`;
  const room = most - [...title].length - [...address].length - 1;
  const message = capText(plainText(notification.message).trim(), Math.max(room, 1));
  // without a message of the agent's, the message is the label: do not show it twice
  const words =
    message === "" || notification.message === notification.label ? tame(title) : `${tame(title)}\n${tame(message)}`;
  return { ok: true, text: words + address };
}
