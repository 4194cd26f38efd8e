import type { KillReport, KillSignal } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { guardsOf, oneRef } from "../common/action-options.ts";
import { confirm } from "../common/confirm.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { plain } from "../render/words.ts";
import { KILL } from "../tables/kill.ts";

const SIGNALS: readonly string[] = ["EXIT", "INT", "TERM", "KILL"];

/** Signals an agent after the person has confirmed which one. */
export async function killCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(KILL, args);
  const ref = oneRef("kill", positionals);
  const signal = signalOf(values.signal);
  // without a question nobody is shown anything: the agent is meant in whatever state it is
  const subject = values.yes
    ? { ref }
    : { snapshot: await confirmed(ref, signal, values["force-stale"] === true, context) };
  const report = await context.client.kill({ ...subject, guards: guardsOf(values), signal });
  context.out(values.json ? JSON.stringify(report) : render(report));
}

/** A snapshot makes sure that the agent which the person was shown gets the signal, not a successor in the same pane. */
async function confirmed(ref: string, signal: KillSignal, isForced: boolean, { client }: Context) {
  const { snapshot, what } = await client.actionSnapshot(ref);
  // if there is nothing to signal, the daemon says so; do not ask for a confirmation first
  if (snapshot.runtime_id !== null || isForced)
    await confirm(
      signal === "EXIT" ? `Tell ${plain(what)} to leave?` : `Send ${signal} to ${plain(what)}?`,
      `nothing was sent to ${plain(what)}`,
    );
  const { snapshot_id, nonce } = snapshot;
  return { snapshot_id, nonce };
}

function signalOf(word = "INT"): KillSignal {
  const name = word.toUpperCase().replace(/^SIG/, "");
  if (SIGNALS.includes(name)) return name as KillSignal;
  throw new Fault("E_USAGE", `--signal wants one of ${SIGNALS.join(", ")}, not "${word}"`);
}

function render({ what, signal, pid, ended }: KillReport): string {
  const next = signal === "TERM" ? "KILL" : "TERM";
  const outcome = ended
    ? "and has ended"
    : `and still runs${signal === "KILL" ? "" : `: --signal ${next} asks more firmly`}`;
  const sent = signal === "EXIT" ? "was told to leave" : `got ${signal}`;
  return `${plain(what)}: process ${pid} ${sent} ${outcome}`;
}
