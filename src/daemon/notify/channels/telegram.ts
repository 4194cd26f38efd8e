import { telegramBody } from "../../../core/notify/templates/telegram.ts";
import { type Channel, type ChannelDeps, ChannelFault } from "./channel.ts";
import { type Answer, isSuccess, objectIn, post, refusalOf, secondsIn } from "./post.ts";
import type { SettingsOf } from "./settings-of.ts";
import { textOf } from "./webhook.ts";

const TOKEN = /^\d+:[\w-]+$/;

/** A bot's sendMessage. The token is part of the address, so the address appears in no message. */
export function createTelegram(
  name: string,
  settings: SettingsOf<"telegram">,
  { secret, clock }: Pick<ChannelDeps, "secret" | "clock">,
): Channel {
  const { api, chat_id, template } = settings;
  return {
    name,
    kind: "telegram",
    async send(notification, signal) {
      const token = secret(settings.token);
      if (!TOKEN.test(token)) throw new ChannelFault("its token is not one of a Telegram bot", { lasting: true });
      const url = `${api.replace(/\/+$/, "")}/bot${token}/sendMessage`;
      const body = textOf(telegramBody(notification, chat_id, template));
      const answer = await post(
        { url, headers: { "content-type": "application/json" }, body, secrets: [token], needsText: true },
        signal,
      );
      const { ok, error_code } = objectIn(answer);
      if (isSuccess(answer) && ok === true) return;
      // the API's own error code counts more than the status of a proxy in between
      const status = typeof error_code === "number" ? error_code : isSuccess(answer) ? 502 : answer.status;
      throw refusalOf({ ...answer, status }, clock.now(), toldBy(answer));
    },
  };
}

function toldBy(answer: Answer): { words?: string; retryAfterMs: number | null } {
  const { description, parameters } = objectIn(answer);
  const { retry_after } = (typeof parameters === "object" && parameters !== null ? parameters : {}) as {
    retry_after?: unknown;
  };
  return {
    ...(typeof description === "string" ? { words: description } : {}),
    retryAfterMs: secondsIn(retry_after),
  };
}
