import { createHash } from "node:crypto";
import { pushPayload } from "../../../core/notify/templates/push-payload.ts";
import { urgencyOf } from "../../../core/notify/templates/urgency.ts";
import { type Channel, type ChannelDeps, ChannelFault } from "./channel.ts";
import { encryptPush, type PushKeys } from "./encrypt-push.ts";
import { isSuccess, post, refusalOf } from "./post.ts";
import type { SettingsOf } from "./settings-of.ts";
import { loadVapid } from "./vapid.ts";

/** A browser's push subscription. */
export interface PushAddress {
  endpoint: string;
  keys: PushKeys;
}

type PushSettings = Omit<SettingsOf<"push">, "kind">;

/** How long the push service keeps a message; later the dashboard shows it anyway. */
const TTL_MS = 4 * 3_600_000;
const MAX_TOPIC = 32;
/** Push services require a contact. */
const NOBODY = "mailto:agtmux@example.com";

/** Web Push to one browser (RFC 8030): encrypted for it, signed by us. An unsubscribed browser is `gone`. */
export function createPush(
  name: string,
  address: PushAddress,
  { contact = NOBODY, ttl = TTL_MS }: PushSettings,
  { vapidPath, clock }: Pick<ChannelDeps, "vapidPath" | "clock">,
): Channel {
  const { endpoint, keys } = address;
  return {
    name,
    kind: "push",
    async send(notification, signal) {
      const headers = {
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        authorization: vapidAt(vapidPath).authorize(originOf(endpoint), contact, clock.now()),
        ttl: String(Math.round(ttl / 1_000)),
        urgency: urgencyOf(notification.kind),
        // a push service keeps the newest message of a topic: a repetition replaces the first
        topic: createHash("sha256").update(notification.attention_id).digest("base64url").slice(0, MAX_TOPIC),
      };
      const body = sealed(pushPayload(notification), keys);
      const answer = await post({ url: endpoint, headers, body, secrets: [] }, signal);
      if (isSuccess(answer)) return;
      if (answer.status === 404 || answer.status === 410)
        throw new ChannelFault(`${answer.host} answered ${answer.status}: this browser takes no pushes any more`, {
          gone: true,
        });
      throw refusalOf(answer, clock.now());
    },
  };
}

function vapidAt(path: string) {
  try {
    return loadVapid(path);
  } catch (cause) {
    throw new ChannelFault(cause instanceof Error ? cause.message : String(cause), { lasting: true, cause });
  }
}

function sealed(payload: string, keys: PushKeys): Buffer {
  try {
    return encryptPush(Buffer.from(payload), keys);
  } catch (cause) {
    throw new ChannelFault("the keys that this browser gave are no keys", { lasting: true, cause });
  }
}

function originOf(endpoint: string): string {
  if (!URL.canParse(endpoint)) throw new ChannelFault("the browser's address is none", { lasting: true });
  return new URL(endpoint).origin;
}
