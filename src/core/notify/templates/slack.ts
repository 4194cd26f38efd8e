import type { Notification } from "../../protocol/notify/notify.ts";
import type { Filled } from "./fill-template.ts";
import { defaultText } from "./usual-text.ts";

/** Slack hides longer text behind a button, which does not suit a call. */
const MOST = 3_000;

/** The body of an incoming webhook. Nothing in the agent's text acts as a mention, link or style. */
export function slackBody(notification: Notification, template?: string): Filled {
  const text = defaultText(notification, { most: MOST, tame: escapeSlack, template });
  if (!text.ok) return text;
  return {
    ok: true,
    text: JSON.stringify({ text: text.text, mrkdwn: false, unfurl_links: false, unfurl_media: false }),
  };
}

/** Slack writes mentions in angle brackets: `<!channel>`, `<@U1>`. */
export function escapeSlack(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
