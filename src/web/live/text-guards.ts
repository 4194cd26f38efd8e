import type { Guards } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { State } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

type Pane = Pick<PaneItem, "agent" | "command" | "runtime_id" | "state" | "attention">;

/** States in which no dialog is open. An agent that works or rests takes a text in either. */
const WITHOUT_DIALOG: readonly State[] = ["running", "completed", "idle", "error"];

/**
 * Guards for a typed text: the program is the one for which the person began to write, and no dialog has opened
 * since, which would take the text's letters for its keys. Throws where that is over already.
 */
export function textGuards(begun: Pane, now: Pane): Guards {
  const who = now.agent ?? now.command;
  if (now.state === "waiting_approval")
    throw refusal(
      `${who} waits for an approval, where a text would press its choices: answer that, or type in the terminal`,
    );
  if (now.state === "waiting_input" && now.attention?.attention_id !== begun.attention?.attention_id)
    throw refusal(`${who} asks something that it did not ask when you began to write: read that first`);
  const states = WITHOUT_DIALOG.includes(now.state) ? [...WITHOUT_DIALOG] : [now.state];
  return { ...(begun.runtime_id !== null && { if_runtime: begun.runtime_id }), if_state: states };
}

function refusal(words: string): Fault {
  return new Fault("E_GUARD_STATE", words, { guard: "dialog" });
}
