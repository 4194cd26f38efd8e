import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../core/protocol/base/fault.ts";
import { exactRef } from "../../core/protocol/base/refs.ts";
import { phaseOf } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { asksOn } from "./delivery.ts";
import type { GuardedPane } from "./guarded-pane.ts";
import { hasEnded } from "./has-ended.ts";
import type { Killed, Killing } from "./kill.ts";

/** Between two presses: sooner they may count as one. */
const AGAIN_MS = 150;

/** Presses the agent's exit key, never in a turn or a dialog, where the key would mean something else. */
export async function tellToLeave(
  guardedPane: GuardedPane,
  { item, onSignal, onUnsent }: Pick<Killing, "item" | "onSignal" | "onUnsent">,
): Promise<Killed> {
  const { runtime, pane, target } = guardedPane;
  const adapter = runtime === null ? null : target.adapterOf(runtime.agent_type);
  if (runtime?.pid == null || runtime.pid_start === null || adapter?.exit === undefined) throw noKey(item);
  const phase = phaseOf(item.state);
  if (phase === "busy") throw refused(item, "works");
  if (phase === "ask" || asksOn(await guardedPane.screen(), adapter.readScreen)) throw refused(item, "asks something");
  const { key, times } = adapter.exit;
  const mark = { pid: runtime.pid, start: runtime.pid_start };
  for (let pressed = 0; pressed < times; pressed += 1) {
    if (pressed > 0) await sleep(AGAIN_MS);
    // one press was enough
    if (pressed > 0 && !(await guardedPane.isAlive(mark))) break;
    if (pressed === 0) onSignal();
    try {
      await guardedPane.do(`send-keys -t ${pane.pane_id} ${key}`, { areKeys: true });
    } catch (error) {
      if (pressed === 0) onUnsent();
      // it left between the look and the press
      if (pressed === 0 || (await guardedPane.isAlive(mark))) throw error;
    }
  }
  return { signal: "EXIT", pid: mark.pid, reached: "keys", ended: await hasEnded(mark, guardedPane) };
}

function refused({ agent, state }: PaneItem, does: string): Fault {
  const words = `${agent} ${does}, and the key would mean something else there; nothing was pressed`;
  return new Fault("E_GUARD_STATE", words, { guard: "state", state });
}

function noKey({ agent, command, identity }: PaneItem): Fault {
  const who = agent === null || agent === "generic" ? command : agent;
  const words = `agtmux does not know by which key ${who} leaves: [exit] of an agent file says it; 'agtmux kill ${exactRef(identity)} --signal TERM' asks it to end`;
  return new Fault("E_NO_AGENT", words, { guard: "agent" });
}
