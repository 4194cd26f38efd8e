import { type Filled, fillJson, fillText } from "../../../core/notify/templates/fill-template.ts";
import type { Notification } from "../../../core/protocol/notify/notify.ts";
import { type Channel, type ChannelDeps, ChannelFault } from "./channel.ts";
import { isSuccess, post, refusalOf } from "./post.ts";
import type { SettingsOf } from "./settings-of.ts";
import { signBody } from "./sign-body.ts";

type Deps = Pick<ChannelDeps, "secret" | "clock">;

/** Posts the notification as JSON, or the user's own template. */
export function createWebhook(name: string, settings: SettingsOf<"webhook">, { secret, clock }: Deps): Channel {
  const { content_type = "application/json" } = settings;
  return {
    name,
    kind: "webhook",
    async send(notification, signal) {
      const body = textOf(bodyOf(notification, settings.template, content_type));
      const url = isReference(settings.url) ? secret(settings.url) : settings.url;
      const token = settings.token && secret(settings.token);
      const key = settings.secret && secret(settings.secret);
      const headers = {
        "content-type": content_type,
        "idempotency-key": headerValue(notification.key),
        "user-agent": "agtmux",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { "x-agtmux-signature": signBody(key, body, clock.now()) }),
      };
      const answer = await post({ url, headers, body, secrets: [token ?? "", key ?? ""] }, signal);
      if (!isSuccess(answer)) throw refusalOf(answer, clock.now());
    },
  };
}

/** The text; throws a lasting fault if the template is wrong. */
export function textOf(filled: Filled): string {
  if (!filled.ok) throw new ChannelFault(filled.fault, { lasting: true });
  return filled.text;
}

function bodyOf(notification: Notification, template: string | undefined, type: string): Filled {
  if (template === undefined) return { ok: true, text: JSON.stringify(notification) };
  if (/[/+]json\b/i.test(type)) return fillJson(template, notification);
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return fillText(template, notification, encodeURIComponent);
  if (/^text\/plain\b/i.test(type)) return fillText(template, notification, (value) => value);
  return { ok: false, fault: `templates are JSON, form or plain text, and not ${type}` };
}

function isReference(url: string): boolean {
  return /^(?:env|file):/.test(url);
}

/** Header values must be ASCII. */
export function headerValue(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent);
}
