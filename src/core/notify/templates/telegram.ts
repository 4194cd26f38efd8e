import type { Notification } from "../../protocol/notify.ts";
import { capText } from "./cap-text.ts";
import type { Filled } from "./fill-template.ts";
import { usualText } from "./usual-text.ts";

/** Telegram takes 4,096 UTF-16 units, of which a character may be two. */
const MOST = 2_000;

/** What is only told makes no sound. */
const QUIET: ReadonlySet<Notification["kind"]> = new Set(["done"]);

/** The body of sendMessage: plain text, since without a parse mode no character means anything. */
export function telegramBody(notification: Notification, chatId: string, template?: string): Filled {
  const text = usualText(notification, { most: MOST, tame: (value) => value, template });
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
