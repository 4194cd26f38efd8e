import { isatty } from "node:tty";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { TableFields } from "../../core/text/toml-tables.ts";
import { readAnswer } from "../common/confirm.ts";
import type { Context } from "../common/context.ts";
import { loadBundle } from "../common/load-bundle.ts";
import type { Values } from "../common/options.ts";
import type { NOTIFY } from "../tables/notify.ts";
import type { addChannel, CHANNEL_NEEDS, removeChannel } from "./notify-channels.ts";
import { rereadSettings } from "./reread-settings.ts";

interface Channels {
  addChannel: typeof addChannel;
  removeChannel: typeof removeChannel;
  CHANNEL_NEEDS: typeof CHANNEL_NEEDS;
}

type Given = Values<typeof NOTIFY.options>;

const FIELDS = ["topic", "url", "token", "secret", "chat-id"] as const;
const LISTS = ["kinds", "states", "agents", "targets", "sessions"] as const;
const SPANS = ["delay", "cooldown", "quiet-hours"] as const;

const QUESTIONS: Record<string, string> = {
  topic: "The ntfy topic (choose one that nobody can guess, and subscribe to it on your phone)",
  url: "The address to post to (for Slack and Discord: of an incoming webhook)",
  token: "The token of the bot",
  chat_id: "The id of the chat",
};

/** Writes a channel into config.toml, lets the daemon read it, and sends a test through it. */
export async function notifyAdd(kind: string, values: Given, context: Context): Promise<void> {
  const { addChannel: add, CHANNEL_NEEDS: kinds } = loadBundle<Channels>("config");
  const known = kinds[kind];
  if (known === undefined)
    throw new Fault("E_USAGE", `"${kind}" is no kind of channel: there are ${Object.keys(kinds).join(", ")}`);
  const fields = await fieldsOf(known.needs, values);
  const name = values.name ?? kind;
  const written = add(context.home, { name, kind, fields, rule: ruleOf(values) });
  context.out(`written: ${written.join(", ")}`);
  if (!(await rereadSettings(context))) return;
  if (values["no-test"]) return context.out(`channel ${name} is ready; 'agtmux notify test ${name}' sends a test`);
  const { took_ms } = await context.client.testChannel(name).catch((error: unknown) => {
    const { code, message, details } = asFault(error);
    const next = `channel ${name} stays in config.toml: correct it there and run 'agtmux notify test ${name}', or 'agtmux notify remove ${name}'`;
    throw new Fault(code, `the test failed: ${message}; ${next}`, details);
  });
  context.out(`channel ${name} took a test within ${Math.round(took_ms)} ms: look whether it has arrived`);
}

export async function notifyRemove(name: string, context: Context): Promise<void> {
  const { removeChannel: remove } = loadBundle<Channels>("config");
  context.out(`channel ${name} is removed from ${remove(context.home, name)}`);
  await rereadSettings(context);
}

async function fieldsOf(needs: readonly string[], values: Given): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const option of FIELDS) {
    const value = values[option];
    if (value !== undefined) fields[option.replace("-", "_")] = value;
  }
  for (const field of needs.filter((each) => fields[each] === undefined)) fields[field] = await ask(field);
  return fields;
}

async function ask(field: string): Promise<string> {
  const option = `--${field.replace("_", "-")}`;
  if (!isatty(0)) throw new Fault("E_USAGE", `this kind of channel needs ${option}`);
  const answer = await readAnswer(`${QUESTIONS[field] ?? field}: `);
  if (answer === "") throw new Fault("E_USAGE", `this kind of channel needs ${option}; nothing was written`);
  return answer;
}

function ruleOf(values: Given): TableFields {
  const lists = LISTS.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name].split(",")] as const]));
  const spans = SPANS.flatMap((name) =>
    values[name] === undefined ? [] : [[name.replace("-", "_"), values[name]] as const],
  );
  return {
    ...Object.fromEntries([...lists, ...spans]),
    ...(values["also-if-watched"] && { only_if_unwatched: false }),
  };
}
