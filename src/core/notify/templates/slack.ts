import type { Notification } from "../../protocol/notify.ts";
import type { Filled } from "./fill-template.ts";
import { usualText } from "./usual-text.ts";

/** Slack shows more behind a button; nobody wants that of a call. */
const MOST = 3_000;

/** The body of an incoming webhook. Nothing in an agent's words is a mention, a link or a style. */
export function slackBody(notification: Notification, template?: string): Filled {
  const text = usualText(notification, { most: MOST, tame: escapeSlack, template });
  if (!text.ok) return text;
  return {
    ok: true,
    text: JSON.stringify({ text: text.text, mrkdwn: false, unfurl_links: false, unfurl_media: false }),
  };
}

/** `<!channel>` and `<@U1>` are written with angle brackets. */
export function escapeSlack(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
