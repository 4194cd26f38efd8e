import type { Notification } from "../../protocol/notify/notify.ts";
import { capText } from "./cap-text.ts";
import type { Filled } from "./fill-template.ts";
import { defaultText } from "./usual-text.ts";

/** Discord refuses more than 2,000 characters, backslashes included. */
const MAX_SENT = 2_000;
const MOST = 900;
/** Message flag: no link previews. */
const SUPPRESS_EMBEDS = 4;

/** The body of a webhook. Mentions are off, whatever the agent wrote. */
export function discordBody(notification: Notification, template?: string): Filled {
  const text = defaultText(notification, { most: MOST, tame: escapeDiscord, template });
  if (!text.ok) return text;
  return {
    ok: true,
    text: JSON.stringify({
      content: capText(text.text, MAX_SENT),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    }),
  };
}

/** Escapes the characters of Discord's Markdown anywhere in the text. */
export function escapeDiscord(value: string): string {
  return value.replaceAll(/[\\*_~`|<>[\]#@:-]/g, "\\$&");
}
