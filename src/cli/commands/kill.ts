import type { KillReport, KillSignal } from "../../core/protocol/actions.ts";
import { Fault } from "../../core/protocol/fault.ts";
import { GUARD_OPTIONS, guardsOf, oneRef } from "../action-options.ts";
import { confirm } from "../confirm.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { plain } from "../render/words.ts";

const SIGNALS: readonly string[] = ["INT", "TERM", "KILL"];

/** Signals an agent, after asking about the very one that is meant. */
export async function killCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("kill", args, {
    allowPositionals: true,
    options: {
      ...GUARD_OPTIONS,
      signal: { type: "string" },
      yes: { type: "boolean" },
      json: { type: "boolean" },
    },
  });
  const ref = oneRef("kill", positionals);
  const signal = signalOf(values.signal);
  // what is shown is what is signalled: another agent in its place is not
  const { snapshot, what } = await context.client.actionSnapshot(ref);
  if (!values.yes) await confirm(`Send ${signal} to ${plain(what)}?`, `nothing was sent to ${plain(what)}`);
  const { snapshot_id, nonce } = snapshot;
  const report = await context.client.kill({ snapshot: { snapshot_id, nonce }, guards: guardsOf(values), signal });
  context.out(values.json ? JSON.stringify(report) : render(report));
}

function signalOf(word = "INT"): KillSignal {
  const name = word.toUpperCase().replace(/^SIG/, "");
  if (SIGNALS.includes(name)) return name as KillSignal;
  throw new Fault("E_USAGE", `--signal wants one of ${SIGNALS.join(", ")}, not "${word}"`);
}

function render({ what, signal, pid, ended }: KillReport): string {
  const next = signal === "INT" ? "TERM" : "KILL";
  const outcome = ended
    ? "and has ended"
    : `and still runs${signal === "KILL" ? "" : `: --signal ${next} asks more firmly`}`;
  return `${plain(what)}: process ${pid} got ${signal} ${outcome}`;
}
