import type { QueueReport } from "../../core/protocol/actions/queue.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { oneRef } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { said, withValues } from "../common/said-text.ts";
import { withDefaultAction } from "../common/with-default-action.ts";
import { renderAdded, renderQueues } from "../render/queue.ts";
import { QUEUE } from "../tables/queue.ts";

type Action = (args: string[], context: Context) => Promise<void>;

const { subcommands } = QUEUE;
const ACTIONS: Record<keyof typeof subcommands, Action> = { list, add, edit, move, remove, retry, pause, resume };
const TEXTS = ["--text", "--file"];

/** Manages the prompts that wait until agents rest. */
export async function queueCommand(words: string[], context: Context): Promise<void> {
  const [action, ...args] = withDefaultAction(words, "list");
  if (!Object.hasOwn(ACTIONS, action))
    throw new Fault("E_USAGE", `queue wants one of ${Object.keys(ACTIONS).join(", ")}, not "${action}"`);
  await ACTIONS[action as keyof typeof ACTIONS](args, context);
}

async function list(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(subcommands.list, args);
  const found = await context.client.queues(
    positionals.length === 0 ? [] : [["ref", oneRef("queue list", positionals)]],
  );
  context.out(values.json ? JSON.stringify(found) : renderQueues(found));
}

async function add(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(subcommands.add, withValues(args, TEXTS));
  const [to, first] = positionals;
  if (first !== undefined && values.text === undefined && values.file === undefined)
    throw new Fault("E_USAGE", `"${first}" wants --text before it: agtmux queue add ${to} --text "${first}"`);
  const ref = oneRef("queue add", positionals);
  const { after, place, keep = false, "allow-changes": allow_changes = false } = values;
  const report = await context.client.enqueue({
    ...{ ref, text: textOf("queue add", values), keep, allow_changes },
    ...(after !== undefined && { after }),
    ...(place !== undefined && { place: placeOf(place) }),
  });
  context.out(values.json ? JSON.stringify(report) : renderAdded(report));
}

async function edit(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(subcommands.edit, withValues(args, TEXTS));
  const id = oneId("queue edit", positionals);
  const report = await context.client.editQueued(id, { text: textOf("queue edit", values) });
  tell(report, values.json, context);
}

async function move(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(subcommands.move, args);
  const [id, place = "", ...rest] = positionals;
  const report = await context.client.moveQueued(oneId("queue move", [id ?? "", ...rest]), { place: placeOf(place) });
  tell(report, values.json, context);
}

async function remove(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(subcommands.remove, args);
  tell(await context.client.removeQueued(oneId("queue remove", positionals)), values.json, context);
}

async function retry(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(subcommands.retry, args);
  tell(await context.client.retryQueued(oneId("queue retry", positionals)), values.json, context);
}

async function pause(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(subcommands.pause, args);
  const report = await context.client.pauseQueue({ ref: oneRef("queue pause", positionals), paused: true });
  tell(report, values.json, context);
}

async function resume(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(subcommands.resume, args);
  const report = await context.client.pauseQueue({ ref: oneRef("queue resume", positionals), paused: false });
  tell(report, values.json, context);
}

function textOf(command: string, { text, file }: { text?: string; file?: string }): string {
  return said(command, { ...(text !== undefined && { text }), ...(file !== undefined && { file }) }).text ?? "";
}

function oneId(command: string, [id, ...rest]: readonly string[]): string {
  if (id === undefined || id === "")
    throw new Fault("E_USAGE", `${command} wants the id of a prompt; 'agtmux queue list' shows them`);
  if (rest.length > 0) throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: ${command} wants one id`);
  return id;
}

function placeOf(text: string): number {
  const place = Number(text);
  if (Number.isInteger(place) && place > 0) return place;
  throw new Fault("E_USAGE", `a place in a queue is a number from 1 on, not "${text}"`);
}

function tell(report: QueueReport, json: boolean | undefined, context: Context): void {
  const { generated_at, schema_version, queue } = report;
  context.out(json ? JSON.stringify(report) : renderQueues({ generated_at, schema_version, items: [queue] }));
}
