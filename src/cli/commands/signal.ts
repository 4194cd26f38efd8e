import { existsSync } from "node:fs";
import { Fault } from "../../core/protocol/fault.ts";
import { isSchmuxState, SCHMUX_STATES } from "../../core/signals/schmux-state.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { dropIntoSpool } from "../spool.ts";
import { currentPane } from "../tmux-pane.ts";

/** Says how the program in this pane stands. Works while the daemon is down: the word waits in the spool. */
export function signalCommand(args: string[], context: Context): void {
  const { positionals } = readOptions("signal", args, { allowPositionals: true, options: {} });
  const [state, ...message] = positionals;
  if (state === undefined) throw new Fault("E_USAGE", `signal wants a state: ${SCHMUX_STATES.join(", ")}`);
  if (!isSchmuxState(state))
    throw new Fault(
      "E_INVALID_STATE",
      `"${state}" is not a state: one of ${SCHMUX_STATES.join(", ")}. Nothing was sent`,
    );
  const pane = currentPane();
  dropIntoSpool(context.home, {
    agent: "schmux",
    event: state,
    pane: pane.id,
    tmux: pane.tmux,
    // tells the pane's shell from the agent that runs in it
    pid: process.ppid,
    start: null,
    session: process.env.SCHMUX_SESSION_ID ?? null,
    payload: message.join(" "),
  });
  if (!existsSync(context.socketPath))
    context.note("agtmux: the daemon is not running; the signal is kept and counts when it starts");
}
