import { existsSync } from "node:fs";
import { Fault } from "../../core/protocol/base/fault.ts";
import { isSchmuxState, SCHMUX_STATES } from "../../core/signals/schmux-state.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { dropIntoSpool } from "../common/spool.ts";
import { currentPane } from "../common/tmux-pane.ts";
import { SIGNAL } from "../tables/signal.ts";

/** Declares the state of the program in this pane. While the daemon is down, the signal waits in the spool. */
export function signalCommand(args: string[], context: Context): void {
  const { positionals } = readOptions(SIGNAL, args);
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
    // distinguishes the pane's shell from an agent running in it
    pid: process.ppid,
    start: null,
    session: process.env.SCHMUX_SESSION_ID ?? null,
    payload: message.join(" "),
  });
  if (!existsSync(context.socketPath))
    context.note("agtmux: the daemon is not running; the signal is kept and counts when it starts");
}
