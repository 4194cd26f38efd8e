import { setTimeout as sleep } from "node:timers/promises";
import { tookAnswer } from "../../core/actions/took-answer.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { State } from "../../core/protocol/state.ts";
import type { AnswerWork } from "./answer.ts";
import type { Delivery } from "./delivery.ts";

/** So long the agent's own word is waited for, where nobody asks for more. */
const HEARD_MS = 2_000;
const ACCEPTED_MS = 30_000;
const STATE_MS = 600_000;
const LOOK_MS = 50;
const NEWEST = 40;

/** Until the agent shows that it took the answer, or is in a state that it reached afterwards. Returns how it stands. */
export async function awaitAnswer(
  { deps, hold, item, answering, events, signal }: AnswerWork,
  since: number,
  delivery: Delivery,
): Promise<State> {
  const { store, fleet, clock } = deps;
  const { wait, timeout_ms } = answering;
  const { runtime_id } = hold.runtime;
  const { target, pane_id } = item.identity;
  const patience = wait === undefined ? HEARD_MS : (timeout_ms ?? (wait === "accepted" ? ACCEPTED_MS : STATE_MS));
  let taken = false;
  for (const deadline = clock.now() + patience; ; ) {
    const event = taken ? null : tookAnswer(store.eventsOf(runtime_id, NEWEST), since);
    if (event !== null) {
      taken = true;
      delivery.reach("accepted", `${event.source} ${event.event_type}`, event.ingested_at);
      events.onPhases(delivery.phases);
    }
    const now = fleet.item(target, pane_id);
    // an answer may well end it: quit is one
    if (now === undefined || now.runtime_id !== runtime_id) {
      if (wait === undefined || wait === "accepted") return "idle";
      throw new Fault("E_RUNTIME_ENDED", `${item.agent} ended before it was ${wait}`, { runtime_id });
    }
    const isThere =
      wait === undefined || wait === "accepted" ? taken : now.state === wait && (taken || (now.since ?? 0) >= since);
    if (isThere) return now.state;
    if (clock.now() >= deadline) {
      if (wait === undefined) return now.state;
      const words = `${item.agent} was not seen to be ${wait} within ${patience / 1_000} s; it is ${now.state}`;
      throw new Fault("E_TIMEOUT", words, { wait, state: now.state });
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {
      throw new Fault("E_TIMEOUT", "nobody waits for it any more", { wait: wait ?? "accepted" });
    });
  }
}
