import { z } from "zod";
import { Span } from "../base/span.ts";
import { State } from "../base/state.ts";
import { NotificationKind } from "../events/attention.ts";
import { pathOfIssue, type TableFault } from "./settings-file.ts";

/** A reference to a secret, never the secret itself: settings are shown and copied. */
const SecretRef = z.string().refine((text) => SECRET_REF.test(text), {
  message: 'a secret is never written here: write "env:NAME" or "file:/absolute/path" (or file:~/…)',
});
const SECRET_REF = /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:(?:\/|~\/).+)$/;

/** A URL that is not itself a secret. */
const PlainUrl = z.string().refine(isPlainUrl, {
  message:
    'not an http(s) address without a name and password in it; where it is a secret write "env:NAME" or "file:/path"',
});
const UrlOrRef = z.union([SecretRef, PlainUrl], {
  error: 'not an http(s) address without a name and password in it, and not "env:NAME" or "file:/path"',
});

/** Slack and Discord URLs are address and password in one. */
const SecretUrl = z.string().refine((text) => SECRET_REF.test(text), {
  message: 'whoever knows this address may post there: write "env:NAME" or "file:/absolute/path" (or file:~/…) instead',
});

const Priority = z.enum(["min", "low", "default", "high", "urgent"]);

/** `[notify.channels.<name>]` in config.toml. */
export const ChannelSettings = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("desktop"), sound: z.boolean().default(false) }),
  z.strictObject({
    kind: z.literal("tmux"),
    /** How long the message stays; tmux's own `display-time` if absent. */
    duration: Span.optional(),
    /** A message in the status line, a flag on the window, or both. */
    show: z.enum(["message", "flag", "both"]).default("both"),
  }),
  z.strictObject({
    kind: z.literal("webhook"),
    url: UrlOrRef,
    /** Signs each body (HMAC-SHA256). */
    secret: SecretRef.optional(),
    /** Sent as `Authorization: Bearer`. */
    token: SecretRef.optional(),
    /** The body, with {{fields}} of the notification; the notification as JSON if absent. */
    template: z.string().optional(),
    content_type: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal("slack"), url: SecretUrl, template: z.string().optional() }),
  z.strictObject({ kind: z.literal("discord"), url: SecretUrl, template: z.string().optional() }),
  z.strictObject({
    kind: z.literal("telegram"),
    token: SecretRef,
    chat_id: z.union([z.string().min(1), z.number().int()]).transform(String),
    api: PlainUrl.default("https://api.telegram.org"),
    template: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal("ntfy"),
    url: PlainUrl.default("https://ntfy.sh"),
    /** On a public server everybody who knows the topic can read it: prefer a reference there. */
    topic: z.string().min(1),
    token: SecretRef.optional(),
    priority: Priority.optional(),
    template: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal("push"),
    /** Contact address for the push service: mailto: or https:. */
    contact: z
      .string()
      .regex(/^(mailto:|https:)/, "a contact is mailto:… or https://…")
      .optional(),
    /** How long the push service keeps a message for a device that is off. */
    ttl: Span.optional(),
  }),
]);
export type ChannelSettings = z.infer<typeof ChannelSettings>;

/** Parses "22:00-07:00" into minutes of the day. */
const Hours = z.string().transform((text, context) => {
  const match = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(text.trim());
  const [fromHour, fromMinute, toHour, toMinute] = (match ?? []).slice(1).map(Number);
  const from = minutes(fromHour, fromMinute);
  const to = minutes(toHour, toMinute);
  if (from !== null && to !== null && from !== to) return { from, to };
  context.addIssue({ code: "custom", message: `"${text}" are no hours such as "22:00-07:00"` });
  return z.NEVER;
});

/** One `[[notify.rules]]`; absent conditions match everything. */
export const NotifyRule = z.strictObject({
  channels: z.array(z.string()).min(1),
  kinds: z.array(NotificationKind).min(1).optional(),
  states: z.array(State).min(1).optional(),
  agents: z.array(z.string()).min(1).optional(),
  targets: z.array(z.string()).min(1).optional(),
  sessions: z.array(z.string()).min(1).optional(),
  delay: Span.default(30_000),
  quiet_hours: Hours.optional(),
  only_if_unwatched: z.boolean().default(true),
  cooldown: Span.default(60_000),
});
export type NotifyRule = z.infer<typeof NotifyRule>;

const NotifyTable = z.strictObject({
  channels: z
    .record(
      z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, "a channel's name has letters, digits, - and _"),
      ChannelSettings,
    )
    .default({}),
  rules: z.array(NotifyRule).default([]),
  /** Timeout of a delivery by a channel. */
  timeout: Span.default(10_000),
});
export type NotifySettings = z.infer<typeof NotifyTable>;

export const NO_NOTIFY: NotifySettings = NotifyTable.parse({});

export type NotifyResult = { ok: true; notify: NotifySettings } | { ok: false; faults: TableFault[] };

/** Parses the table `notify`; a fault names the key. Rules may name configured channels, and `push` for devices. */
export function readNotify(table: unknown): NotifyResult {
  const parsed = NotifyTable.safeParse(table);
  if (!parsed.success) return { ok: false, faults: parsed.error.issues.map(faultOf) };
  const { channels, rules } = parsed.data;
  const names = [...new Set([...Object.keys(channels), "push"])];
  const faults: TableFault[] = [
    ...Object.entries(channels)
      .filter(([name, { kind }]) => (name === "push") !== (kind === "push"))
      .map(([name]) => ({
        words: `notify.channels.${name}: the name "push" and the kind "push" belong together`,
        path: ["notify", "channels", name],
      })),
    ...rules.flatMap((rule, index) =>
      rule.channels
        .filter((name) => !names.includes(name))
        .map((name) => ({
          words: `notify.rules.${index}.channels: no channel is called "${name}"; there are ${names.join(", ")}`,
          path: ["notify", "rules", index, "channels"],
        })),
    ),
  ];
  return faults.length > 0 ? { ok: false, faults } : { ok: true, notify: parsed.data };
}

/** One line for each channel and each rule; of a channel only its kind is shown. */
export function notifyRows({ channels, rules }: NotifySettings): { name: string; value: string; does: string }[] {
  return [
    ...Object.entries(channels).map(([name, { kind }]) => ({
      name: `notify.channels.${name}`,
      value: kind,
      does: "a channel to a person; 'agtmux notify status' tells more",
    })),
    ...rules.map(({ channels: names }, index) => ({
      name: `notify.rules.${index}`,
      value: names.join(", "),
      does: "which calls go there, and when",
    })),
  ];
}

function faultOf(issue: z.core.$ZodIssue): TableFault {
  const message = issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  const words = `${["notify", ...issue.path].map(String).join(".")}: ${message}`;
  return { words, path: ["notify", ...pathOfIssue(issue)] };
}

function minutes(hour: number | undefined, minute: number | undefined): number | null {
  if (hour === undefined || minute === undefined || hour > 24 || minute > 59) return null;
  return (hour * 60 + minute) % (24 * 60);
}

function isPlainUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/.test(text);
}
