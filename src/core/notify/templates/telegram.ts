import type { Notification } from "../../protocol/notify/notify.ts";
import { capText } from "./cap-text.ts";
import type { Filled } from "./fill-template.ts";
import { defaultText } from "./usual-text.ts";

/** Telegram accepts 4,096 UTF-16 units; a character may take two. */
const MOST = 2_000;

/** Kinds that are sent without a sound. */
const QUIET: ReadonlySet<Notification["kind"]> = new Set(["done"]);

/** The body of sendMessage: plain text, since without a parse mode no character is special. */
export function telegramBody(notification: Notification, chatId: string, template?: string): Filled {
  const text = defaultText(notification, { most: MOST, tame: (value) => value, template });
  if (!text.ok) return text;
  return {
    ok: true,
    text: JSON.stringify({
      chat_id: chatId,
      text: capText(text.text, MOST),
      disable_notification: QUIET.has(notification.kind),
      link_preview_options: { is_disabled: true },
    }),
  };
}
