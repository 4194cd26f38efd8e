import { createHash } from "node:crypto";
import { ntfyBody } from "../../../core/notify/templates/ntfy.ts";
import { type Channel, type ChannelDeps, ChannelFault } from "./channel.ts";
import { isSuccess, objectIn, post, refusalOf } from "./post.ts";
import type { SettingsOf } from "./settings-of.ts";
import { headerValue, textOf } from "./webhook.ts";

const TOPIC = /^[-\w]{1,64}$/;

/** A topic of an ntfy server. */
export function createNtfy(
  name: string,
  settings: SettingsOf<"ntfy">,
  { secret, clock }: Pick<ChannelDeps, "secret" | "clock">,
): Channel {
  const { url, priority, template } = settings;
  return {
    name,
    kind: "ntfy",
    async send(notification, signal) {
      const topic = /^(?:env|file):/.test(settings.topic) ? secret(settings.topic) : settings.topic;
      if (!TOPIC.test(topic))
        throw new ChannelFault("its topic is not one of ntfy's: letters, digits, - and _", { lasting: true });
      const token = settings.token && secret(settings.token);
      const sequenceId = createHash("sha256").update(notification.key).digest("base64url").slice(0, 32);
      const body = textOf(ntfyBody(notification, { topic, sequenceId, priority, template }));
      const headers = {
        "content-type": "application/json",
        "idempotency-key": headerValue(notification.key),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      const secrets = [token ?? "", topic === settings.topic ? "" : topic];
      const answer = await post({ url, headers, body, secrets }, signal);
      if (isSuccess(answer)) return;
      const { error } = objectIn(answer);
      throw refusalOf(answer, clock.now(), typeof error === "string" ? { words: error } : {});
    },
  };
}
