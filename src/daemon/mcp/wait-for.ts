import { setTimeout as sleep } from "node:timers/promises";
import { acceptance } from "../../core/actions/acceptance.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { phaseOf } from "../../core/protocol/base/state.ts";
import { stampOf } from "../../core/protocol/events/event.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { ToolInput } from "../../core/protocol/mcp/tools.ts";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/store.ts";

const LOOK_MS = 50;
/** An agent that goes on by itself rests or asks only for a moment. */
const STANDS_MS = 300;
/** So long after a prompt, a rest counts even if no beginning of a turn was seen. */
const BEGINS_MS = 60_000;
const NEWEST = 40;

export interface WaitDeps {
  clock: Clock;
  store: Pick<Store, "eventsOf">;
  item(target: string, paneId: string): PaneItem | undefined;
  /** Whether prompts wait for it that it gets when it rests. */
  hasQueued(runtimeId: string): boolean;
  /** When another agent has prompted or spawned it last; null if none has. */
  promptedAt(item: PaneItem): number | null;
}

type Until = ToolInput<"wait_for">["until"];

/** Waits until one of these agents is where the caller wants it; null if time ran out. */
export async function waitFor(
  agents: readonly PaneItem[],
  until: Until,
  timeoutMs: number,
  deps: WaitDeps,
  signal: AbortSignal,
): Promise<{ item: PaneItem; hasEnded: boolean } | null> {
  const { clock } = deps;
  const stoodSince = new Map<PaneItem, number>();
  for (const deadline = clock.now() + timeoutMs; ; ) {
    for (const agent of agents) {
      const now = deps.item(agent.identity.target, agent.identity.pane_id);
      if (now === undefined || now.runtime_id !== agent.runtime_id) return { item: agent, hasEnded: true };
      if (!isThere(now, until, deps)) stoodSince.delete(agent);
      else if (clock.now() - (stoodSince.get(agent) ?? clock.now()) >= (until === "settled" ? STANDS_MS : 0))
        return { item: now, hasEnded: false };
      else if (!stoodSince.has(agent)) stoodSince.set(agent, clock.now());
    }
    if (clock.now() >= deadline) return null;
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {
      throw new Fault("E_TIMEOUT", "the caller no longer waits");
    });
  }
}

function isThere(item: PaneItem, until: Until, deps: WaitDeps): boolean {
  const phase = phaseOf(item.state);
  switch (until) {
    case "ended":
      return false;
    case "running":
      return phase === "busy";
    case "settled":
      return (
        phase === "ask" ||
        item.state === "error" ||
        (phase === "rest" && !deps.hasQueued(item.runtime_id ?? "") && hasBegun(item, deps))
      );
    default:
      return until satisfies never;
  }
}

/** After a prompt of another agent, a rest counts if it came after the beginning of a turn; that of a start does not. */
function hasBegun(item: PaneItem, { clock, store, promptedAt }: WaitDeps): boolean {
  const at = promptedAt(item);
  const since = item.since ?? 0;
  if (at === null || clock.now() - at > BEGINS_MS) return true;
  if (item.state === "completed") return since > at;
  const edges = store.eventsOf(item.runtime_id ?? "", NEWEST).filter(({ evidence }) => evidence.kind === "edge");
  const begun = acceptance(edges, at, "rest");
  return begun !== null && since >= stampOf(begun);
}
