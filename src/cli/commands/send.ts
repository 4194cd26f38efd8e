import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import type { SendReport, SendRequest } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { guardsOf, oneRef } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { waitOf, withBareWait } from "../common/wait-option.ts";
import { plain } from "../render/words.ts";
import { SEND } from "../tables/send.ts";

const STDIN = 0;
/** Options whose value is free text and may begin with a dash. */
const SAID = ["--text", "--keys", "--file", "--idempotency-key"];

/** Types a text or keys for an agent. */
export async function sendCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(SEND, withBareWait(withValues(args)));
  const [to, first] = positionals;
  if (first !== undefined && [values.text, values.file, values.keys].every((each) => each === undefined))
    throw new Fault("E_USAGE", `"${first}" wants --text before it: agtmux send ${to} --text "${first}"`);
  const ref = oneRef("send", positionals);
  const { "idempotency-key": idempotency_key } = values;
  const report = await context.client.send({
    ref,
    guards: guardsOf(values),
    ...said(values),
    enter: values["no-enter"] !== true,
    ...waitOf(values),
    ...(idempotency_key !== undefined && { idempotency_key }),
    over_draft: values["over-draft"] === true,
    allow_changes: values["allow-changes"] === true,
  });
  context.out(values.json ? JSON.stringify(report) : render(report));
  for (const note of values.json ? [] : report.notes) context.note(note);
}

/** Accepts exactly one of the options; without any, reads standard input. */
function said({
  text,
  file,
  keys,
}: {
  text?: string;
  file?: string;
  keys?: string;
}): Pick<SendRequest, "text" | "keys"> {
  const given = [text, file, keys].filter((each) => each !== undefined);
  if (given.length > 1) throw new Fault("E_USAGE", "send wants one of --text, --file and --keys");
  if (keys !== undefined) return { keys: keys.split(/\s+/).filter(Boolean) };
  if (text !== undefined) return { text };
  if (file === undefined && isatty(STDIN))
    throw new Fault("E_USAGE", `send wants --text "…", --file, --keys, or a text on standard input`);
  return { text: withoutLastBreak(read(file === undefined || file === "-" ? STDIN : file)) };
}

function read(file: string | number): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Fault("E_INVALID_INPUT", `${file} cannot be read: ${(cause as Error).message}`, {}, cause);
  }
}

/** Drops the final line break of a file, which is not part of the message. */
function withoutLastBreak(text: string): string {
  return text.replace(/\r?\n$/, "");
}

function withValues(args: readonly string[]): string[] {
  const words: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] as string;
    if (word === "--") return [...words, ...args.slice(index)];
    const value = SAID.includes(word) ? args[index + 1] : undefined;
    if (value === undefined) words.push(word);
    else {
      words.push(`${word}=${value}`);
      index += 1;
    }
  }
  return words;
}

function render({ what, phases, repeated, state, message = "" }: SendReport): string {
  const reached = phases.map(({ phase, evidence }) => `${phase} (${evidence})`).join(", ");
  const said = message === "" ? "" : `: ${plain(message)}`;
  const stands = state === "unknown" ? "what it makes of it is unknown" : `it is ${state}${said}`;
  return `${plain(what)}: ${repeated ? "sent before, not again: " : ""}${reached}; ${stands}`;
}
