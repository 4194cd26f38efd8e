import type { Notification } from "../../protocol/notify.ts";
import { capText } from "./cap-text.ts";
import type { Filled } from "./fill-template.ts";
import { usualText } from "./usual-text.ts";

/** Discord refuses more than 2,000 characters, backslashes included. */
const MOST_SENT = 2_000;
const MOST = 900;
/** No preview of what is linked. */
const SUPPRESS_EMBEDS = 4;

/** The body of a webhook. Nobody is mentioned, whatever an agent says. */
export function discordBody(notification: Notification, template?: string): Filled {
  const text = usualText(notification, { most: MOST, tame: escapeDiscord, template });
  if (!text.ok) return text;
  return {
    ok: true,
    text: JSON.stringify({
      content: capText(text.text, MOST_SENT),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    }),
  };
}

/** Marks of Discord's Markdown, wherever they stand. */
export function escapeDiscord(value: string): string {
  return value.replaceAll(/[\\*_~`|<>[\]#@:-]/g, "\\$&");
}
