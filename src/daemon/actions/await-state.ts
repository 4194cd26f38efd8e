import { setTimeout as sleep } from "node:timers/promises";
import { arrivalOf, type Wait, waitWords } from "../../core/actions/awaited.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { SendDeps } from "./send.ts";

const LOOK_MS = 50;
/** An agent that goes on by itself rests or asks only for a moment. */
const STANDS_MS = 300;

export interface Awaited {
  item: PaneItem;
  runtimeId: string;
  /** When the last key was pressed, milliseconds. */
  since: number;
  wait: Wait;
  timeoutMs: number;
  /** Whether the agent has shown by now that it took what was typed. */
  isTaken(): boolean;
}

/** Waits until the agent is where the caller wants it, and returns it as it is then. */
export async function awaitState(
  { fleet, clock }: Pick<SendDeps, "fleet" | "clock">,
  { item, runtimeId, since, wait, timeoutMs, isTaken }: Awaited,
  signal: AbortSignal,
): Promise<PaneItem> {
  const { target, pane_id } = item.identity;
  let stoodSince: number | null = null;
  for (const deadline = clock.now() + timeoutMs; ; ) {
    const taken = isTaken();
    const now = fleet.item(target, pane_id);
    if (now === undefined || now.runtime_id !== runtimeId)
      throw new Fault("E_RUNTIME_ENDED", `${item.agent} ended before it was ${waitWords(wait)}`, {
        runtime_id: runtimeId,
      });
    const arrival = arrivalOf(wait, now, since, taken);
    if (arrival === "there" && wait !== "settled") return now;
    stoodSince = arrival === null ? null : (stoodSince ?? clock.now());
    if (stoodSince !== null && clock.now() - stoodSince >= STANDS_MS) {
      if (arrival === "there") return now;
      const said = now.message === "" ? "" : `: ${now.message}`;
      const words = `${item.agent} is ${now.state}, and was waited for to be ${waitWords(wait)}${said}`;
      throw new Fault("E_OTHER_STATE", words, { wait, state: now.state, message: now.message });
    }
    if (clock.now() >= deadline) {
      const words = `${item.agent} was not seen to be ${waitWords(wait)} within ${timeoutMs / 1_000} s; it is ${now.state}`;
      throw new Fault("E_TIMEOUT", words, { wait, state: now.state });
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {
      throw new Fault("E_TIMEOUT", "the caller no longer waits", { wait });
    });
  }
}
