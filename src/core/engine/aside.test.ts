import { describe, expect, it } from "vitest";
import { type Attention, attentionLabel } from "../protocol/events/attention.ts";
import type { EventEnvelope } from "../protocol/events/event.ts";
import { withAside } from "./aside.ts";
import { resolve } from "./resolve.ts";
import { ask, begin, busy, ended, event, foldAll, seen, snooze, stop } from "./test-events.ts";

const ASIDE: Attention = {
  attention_id: "full",
  kind: "context",
  label: attentionLabel("context"),
  message: "its context is at least 85 % full",
  source: "usage",
  raised_at: 2_000,
};

function shown(now: number, ...events: EventEnvelope[]) {
  const fold = foldAll([begin(1_000), ...events]);
  return withAside(resolve(fold, now), ASIDE, fold, now);
}

const kindOf = (now: number, ...events: EventEnvelope[]) => shown(now, ...events).attention?.kind ?? null;

describe("withAside", () => {
  it("[UG13] calls while nothing else is asked, and gives way to what the agent asks, to its end and to a done", () => {
    expect(kindOf(3_000)).toBe("context");
    expect(kindOf(4_000, ask(3_000))).toBe("approval");
    expect(kindOf(9_000, ask(3_000), busy(5_000))).toBe("context");
    expect(kindOf(9_000, stop(3_000))).toBe("done");
    expect(kindOf(9_000, ended(3_000))).toBe(null);
  });

  it("[UG13] is closed by being seen itself, not with another call, and can be taken back and put off", () => {
    const sight = (at: number, undone = false) =>
      event(at, "daemon", { kind: "seen", through: 2_000, attention_id: "full", undone });
    expect(kindOf(4_000, sight(3_000))).toBe(null);
    expect(kindOf(4_000, sight(3_000), sight(3_500, true))).toBe("context");
    expect(kindOf(9_000, stop(3_000), seen(5_000, 3_000))).toBe("context");
    expect(kindOf(9_000, stop(3_000), seen(5_000, 3_000), sight(6_000))).toBe(null);
    // long ago: its own sight is no longer kept
    const later = Array.from({ length: 16 }, (_, n) => seen(10_000 + n, 9_000 + n));
    expect(kindOf(20_000, sight(3_000), ...later)).toBe(null);
    const snoozed = snooze(3_000, "full", 8_000);
    expect(shown(4_000, snoozed)).toMatchObject({ attention: ASIDE, snoozed_until: 8_000, revisit_at: 8_000 });
    expect(shown(8_000, snoozed)).toMatchObject({ attention: { resumed_at: 8_000 }, snoozed_until: null });
  });

  it("[UG13] changes neither the state nor nudge_seq, by which actions know that something else is asked", () => {
    const fold = foldAll([begin(1_000)]);
    const { attention, ...before } = resolve(fold, 3_000);
    expect(attention).toBeNull();
    expect(shown(3_000)).toMatchObject({ state: before.state, nudge_seq: before.nudge_seq, because: before.because });
  });
});
