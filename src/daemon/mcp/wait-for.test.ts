import { expect, it } from "vitest";
import type { EventEnvelope } from "../../core/protocol/events/event.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { waitFor } from "./wait-for.ts";

const NEVER = new AbortController().signal;

/** An agent that rests since then, was prompted at 1000, and began a turn then, or did not. */
async function isSettled(state: "idle" | "completed", since: number, begunAt: number | null, now = 5_000) {
  const pane = { identity: { target: "host", pane_id: "%1" }, runtime_id: "r1", state, since } as PaneItem;
  const evidence = { kind: "edge", phase: "busy", begin: true };
  const event = {
    source: "hook",
    evidence,
    event_time: begunAt,
    clock_offset: 0,
    ingested_at: begunAt,
  } as unknown as EventEnvelope;
  const clock = { at: now, now: () => (clock.at += 200) };
  const found = await waitFor(
    [pane],
    "settled",
    10_000,
    {
      clock,
      store: { eventsOf: () => (begunAt === null ? [] : [event]) },
      item: () => pane,
      hasQueued: () => false,
      promptedAt: () => 1_000,
    },
    NEVER,
  );
  return found !== null;
}

it("[MC13] after a prompt an agent has settled once it rests after a turn, and not by the rest of its start", async () => {
  expect(await isSettled("idle", 1_500, null)).toBe(false);
  expect(await isSettled("idle", 1_500, 2_000)).toBe(false);
  expect(await isSettled("idle", 3_000, 2_000)).toBe(true);
  expect(await isSettled("completed", 3_000, null)).toBe(true);
  expect(await isSettled("completed", 500, null)).toBe(false);
  expect(await isSettled("idle", 500, null, 70_000)).toBe(true);
});
