import type { Notification } from "../../protocol/notify.ts";
import { capText } from "./cap-text.ts";
import { fillText } from "./fill-template.ts";
import { oneLine, plainText } from "./plain-text.ts";

const MOST_TITLE = 200;

export interface TextRules {
  /** Of the text as it shows, in characters; the address is never cut. */
  most: number;
  tame(value: string): string;
  /** Instead of title, message and address. */
  template: string | undefined;
}

export type Text = { ok: true; text: string } | { ok: false; fault: string };

/** What chats show: who calls, what for, and where to answer. Cut before it is escaped, so that no escape is cut in two. */
export function usualText(notification: Notification, { most, tame, template }: TextRules): Text {
  if (template !== undefined) {
    // counted before it is escaped: an escape is sent, and not shown
    const cut = { ...notification, message: capText(plainText(notification.message), Math.floor(most / 2)) };
    return fillText(template, cut, tame);
  }
  const title = capText(oneLine(`${notification.label} · ${notification.title}`), MOST_TITLE);
  const address = notification.url === null ? "" : `\n${notification.url}`;
  const room = most - [...title].length - [...address].length - 1;
  const message = capText(plainText(notification.message).trim(), Math.max(room, 1));
  // an agent that said nothing has its label for a message
  const words =
    message === "" || notification.message === notification.label ? tame(title) : `${tame(title)}\n${tame(message)}`;
  return { ok: true, text: words + address };
}
