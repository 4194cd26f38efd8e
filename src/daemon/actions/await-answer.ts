import { agentMoved } from "../../core/actions/agent-moved.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { State } from "../../core/protocol/base/state.ts";
import type { AnswerWork } from "./answer.ts";
import { awaitState } from "./await-state.ts";
import type { PhaseLog } from "./phase-log.ts";

/** How long to wait for the agent's signal if the caller asked for no wait. */
const HEARD_MS = 2_000;
const ACCEPTED_MS = 30_000;
const STATE_MS = 600_000;
const NEWEST = 40;

/** Waits until the agent shows that it took the answer, or is in a state reached afterwards. Returns its state. */
export async function awaitAnswer(
  { deps, guardedPane, item, answering, events: told, signal }: AnswerWork,
  since: number,
  log: PhaseLog,
): Promise<State> {
  const { store, fleet } = deps;
  const { wait, timeout_ms } = answering;
  const { runtime_id } = guardedPane.runtime;
  const timeoutMs = wait === undefined ? HEARD_MS : (timeout_ms ?? (wait === "accepted" ? ACCEPTED_MS : STATE_MS));
  let taken = false;
  const isTaken = () => {
    const events = taken ? [] : store.eventsOf(runtime_id, NEWEST);
    const event = agentMoved(events, since, ["busy", "rest"], answering.question.asked_at);
    if (event === null) return taken;
    taken = true;
    log.reach("accepted", `${event.source} ${event.event_type}`, event.ingested_at);
    told.onPhases(log.phases);
    return true;
  };
  const awaited = { item, runtimeId: runtime_id, since, wait: wait ?? "accepted", timeoutMs, isTaken };
  try {
    return (await awaitState(deps, awaited, signal)).state;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // an answer such as "quit" may end the agent
    if (error.code === "E_RUNTIME_ENDED" && (wait === undefined || wait === "accepted")) return "idle";
    if (error.code !== "E_TIMEOUT" || wait !== undefined) throw error;
    return (fleet.item(item.identity.target, item.identity.pane_id) ?? item).state;
  }
}
