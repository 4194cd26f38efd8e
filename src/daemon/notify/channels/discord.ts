import { discordBody } from "../../../core/notify/templates/discord.ts";
import type { Channel, ChannelDeps } from "./channel.ts";
import { type Answer, isSuccess, objectIn, post, refusalOf, secondsIn } from "./post.ts";
import type { SettingsOf } from "./settings-of.ts";
import { headerValue, textOf } from "./webhook.ts";

/** A Discord webhook. */
export function createDiscord(
  name: string,
  settings: SettingsOf<"discord">,
  { secret, clock }: Pick<ChannelDeps, "secret" | "clock">,
): Channel {
  return {
    name,
    kind: "discord",
    async send(notification, signal) {
      const url = secret(settings.url);
      const body = textOf(discordBody(notification, settings.template));
      const headers = { "content-type": "application/json", "idempotency-key": headerValue(notification.key) };
      const answer = await post({ url, headers, body, secrets: [] }, signal);
      if (!isSuccess(answer)) throw refusalOf(answer, clock.now(), toldBy(answer));
    },
  };
}

/** Early API versions give `retry_after` in milliseconds; the header is in seconds in every version. */
function toldBy(answer: Answer): { words?: string; retryAfterMs: number | null } {
  const { message, retry_after } = objectIn(answer);
  return {
    ...(typeof message === "string" ? { words: message } : {}),
    retryAfterMs: secondsIn(answer.headers.get("x-ratelimit-reset-after")) ?? secondsIn(retry_after),
  };
}
