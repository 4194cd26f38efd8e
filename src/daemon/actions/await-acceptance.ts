import { setTimeout as sleep } from "node:timers/promises";
import { acceptance } from "../../core/actions/acceptance.ts";
import type { EventEnvelope } from "../../core/protocol/event.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import { phaseOf, type State } from "../../core/protocol/state.ts";
import type { Clock } from "../clock.ts";
import type { Fleet } from "../fleet.ts";
import type { Store } from "../store/store.ts";

export interface Awaited {
  item: PaneItem;
  runtimeId: string;
  /** When Enter was pressed. */
  since: number;
  wait: "accepted" | State;
  timeoutMs: number;
  onAccepted(event: EventEnvelope): void;
}

const LOOK_MS = 50;
const NEWEST = 40;

/** Until the agent shows that it took what was sent, or is in a state that it reached afterwards. Returns how it stands. */
export async function awaitAcceptance(
  { store, fleet, clock }: { store: Pick<Store, "eventsOf" | "runtime">; fleet: Pick<Fleet, "item">; clock: Clock },
  { item, runtimeId, since, wait, timeoutMs, onAccepted }: Awaited,
  signal: AbortSignal,
): Promise<State> {
  const before = phaseOf(item.state);
  const { target, pane_id } = item.identity;
  let taken = false;
  for (const deadline = clock.now() + timeoutMs; ; ) {
    const event = taken ? null : acceptance(store.eventsOf(runtimeId, NEWEST), since, before);
    if (event !== null) {
      taken = true;
      onAccepted(event);
    }
    const now = fleet.item(target, pane_id);
    if (now === undefined || now.runtime_id !== runtimeId)
      throw new Fault("E_RUNTIME_ENDED", `${item.agent} ended before it was ${wait}`, { runtime_id: runtimeId });
    if (wait === "accepted" ? taken : now.state === wait && (taken || (now.since ?? 0) >= since)) return now.state;
    if (clock.now() >= deadline) {
      const words = `${item.agent} was not seen to be ${wait} within ${timeoutMs / 1_000} s; it is ${now.state}`;
      throw new Fault("E_TIMEOUT", words, { wait, state: now.state });
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {
      throw new Fault("E_TIMEOUT", "nobody waits for it any more", { wait });
    });
  }
}
