import type { SendReport } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { guardsOf, oneRef } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions, type Values } from "../common/options.ts";
import { said, withValues } from "../common/said-text.ts";
import { waitOf, withBareWait } from "../common/wait-option.ts";
import { renderAdded } from "../render/queue.ts";
import { plain } from "../render/words.ts";
import { SEND } from "../tables/send.ts";
import { GUARD_OPTIONS } from "../tables/shared-options.ts";

/** Options whose value is free text and may begin with a dash. */
const SAID = ["--text", "--keys", "--file", "--idempotency-key"];
const WAYS = '--text "…", --file, --keys';
/** Options that make no sense for a text that is typed later. */
const NOT_LATER = ["keys", "no-enter", "wait", "timeout", "idempotency-key", "over-draft", "into-dialog"] as const;

/** Types a text or keys for an agent. */
export async function sendCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(SEND, withBareWait(withValues(args, SAID)));
  const [to, first] = positionals;
  if (first !== undefined && [values.text, values.file, values.keys].every((each) => each === undefined))
    throw new Fault("E_USAGE", `"${first}" wants --text before it: agtmux send ${to} --text "${first}"`);
  const ref = oneRef("send", positionals);
  if (values.when !== undefined || values.after !== undefined) return sendLater(ref, values, context);
  const { "idempotency-key": idempotency_key } = values;
  const report = await context.client.send({
    ref,
    guards: guardsOf(values),
    ...said("send", values, WAYS),
    enter: values["no-enter"] !== true,
    ...waitOf(values),
    ...(idempotency_key !== undefined && { idempotency_key }),
    over_draft: values["over-draft"] === true,
    into_dialog: values["into-dialog"] === true,
    allow_changes: values["allow-changes"] === true,
  });
  context.out(values.json ? JSON.stringify(report) : render(report));
  for (const note of values.json ? [] : report.notes) context.note(note);
}

/** Adds the text to the agent's queue. */
async function sendLater(ref: string, values: Values<typeof SEND.options>, context: Context): Promise<void> {
  const odd = [...NOT_LATER, ...Object.keys(GUARD_OPTIONS)].find((name) => Object.hasOwn(values, name));
  if (odd !== undefined) throw new Fault("E_USAGE", `--${odd} does not go with --when idle and --after`);
  const { text = "" } = said("send", values, WAYS);
  const { after, "allow-changes": allow_changes = false, json = false } = values;
  const report = await context.client.enqueue({ ref, text, allow_changes, ...(after !== undefined && { after }) });
  context.out(json ? JSON.stringify(report) : renderAdded(report));
}

function render({ what, phases, repeated, state, message = "" }: SendReport): string {
  const reached = phases.map(({ phase, evidence }) => `${phase} (${evidence})`).join(", ");
  const said = message === "" ? "" : `: ${plain(message)}`;
  const stands = state === "unknown" ? "what it makes of it is unknown" : `it is ${state}${said}`;
  return `${plain(what)}: ${repeated ? "sent before, not again: " : ""}${reached}; ${stands}`;
}
