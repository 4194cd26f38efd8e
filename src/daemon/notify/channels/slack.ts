import { slackBody } from "../../../core/notify/templates/slack.ts";
import type { Channel, ChannelDeps } from "./channel.ts";
import { isSuccess, post, refusalOf } from "./post.ts";
import type { SettingsOf } from "./settings-of.ts";
import { headerValue, textOf } from "./webhook.ts";

/** A Slack incoming webhook. Its response is one word: "ok", "channel_not_found". */
export function createSlack(
  name: string,
  settings: SettingsOf<"slack">,
  { secret, clock }: Pick<ChannelDeps, "secret" | "clock">,
): Channel {
  return {
    name,
    kind: "slack",
    async send(notification, signal) {
      const url = secret(settings.url);
      const body = textOf(slackBody(notification, settings.template));
      const headers = { "content-type": "application/json", "idempotency-key": headerValue(notification.key) };
      const answer = await post({ url, headers, body, secrets: [] }, signal);
      if (!isSuccess(answer)) throw refusalOf(answer, clock.now());
    },
  };
}
