import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventEnvelope } from "../protocol/events/event.ts";
import { events, resolve as resolveIn, runs, SPAN_MS, verdicts } from "./random-events.ts";
import { resolve } from "./resolve.ts";
import { begin, busy, foldAll, look, say, seen, snooze, stop, unseen } from "./test-events.ts";

const S = 1_000;
const MIN = 60 * S;
const at = (now: number, ...all: EventEnvelope[]) => resolve(foldAll(all), now);
const done = [begin(1 * S), stop(2 * S)];
const id = at(5 * S, ...done).attention?.attention_id ?? "";

describe("taking back that it was seen", () => {
  it("[AT18] taking back that it was seen opens the attention again as it was, until it is seen again", () => {
    const open = at(10 * S, ...done).attention;
    const [sight, back, again] = [seen(6 * S, 2 * S), unseen(7 * S, 2 * S), seen(8 * S, 2 * S)];
    expect(at(10 * S, ...done, sight).attention).toBeNull();
    expect(at(10 * S, ...done, back, sight).attention).toEqual(open);
    expect(at(10 * S, ...done, again, back, sight).attention).toBeNull();
  });

  it("[AT18, EN16] an agent that was seen is completed again once that is taken back, however late", () => {
    expect(at(9 * MIN, ...done, seen(6 * S, 2 * S)).state).toBe("idle");
    expect(at(9 * MIN, ...done, seen(6 * S, 2 * S), unseen(8 * MIN, 2 * S)).state).toBe("completed");
  });

  it("[AT18, EN3] being seen can be taken back for any attention, in any order of events, without changing any other", () => {
    fc.assert(
      fc.property(events, fc.nat(3), fc.infiniteStream(fc.nat()), (all, extra, dice) => {
        const now = SPAN_MS + 5_000;
        const open = resolveIn(foldAll(all), now).attention;
        if (open === null || open.kind === "input" || open.kind === "approval") return;
        const sight = seen(SPAN_MS + 1_000, open.raised_at);
        const back = unseen(SPAN_MS + 2_000, open.raised_at + (extra === 0 ? 1 : 0));
        const shuffled = [...all, sight, back].map((each) => ({ each, key: dice.next().value as number }));
        shuffled.sort((a, b) => a.key - b.key);
        const told = foldAll(shuffled.map(({ each }) => each));
        expect(resolveIn(foldAll([...all, sight]), now).attention).toBeNull();
        expect(resolveIn(told, now).attention).toEqual(extra === 0 ? null : open);
        expect(verdicts(told)).toEqual(verdicts(foldAll([...all, sight, back])));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("a snooze", () => {
  it("[AT20, EN25] a snoozed attention is silent until its time, and then calls again", () => {
    const put = snooze(5 * S, id, 30 * MIN);
    const during = at(10 * S, ...done, put);
    expect(during).toMatchObject({ snoozed_until: 30 * MIN, attention: { attention_id: id }, state: "completed" });
    expect(during.attention).not.toHaveProperty("resumed_at");
    expect(at(29 * MIN, ...done, put).revisit_at).toBe(30 * MIN);
    const after = at(30 * MIN, ...done, put);
    expect(after).toMatchObject({ snoozed_until: null, attention: { attention_id: id, resumed_at: 30 * MIN } });
  });

  it("[AT20] a newer call, also of the same turn, ends a snooze; so does a newer snooze that is over", () => {
    const put = snooze(5 * S, id, 30 * MIN);
    const asked = say(20 * S, "waiting_input");
    expect(at(MIN, ...done, put, asked)).toMatchObject({ snoozed_until: null, attention: { kind: "input" } });
    const again = at(MIN, ...done, put, busy(20 * S), stop(30 * S));
    expect(again).toMatchObject({ snoozed_until: null, attention: { attention_id: id, raised_at: 30 * S } });
    const ended = at(MIN, ...done, put, snooze(6 * S, id, 0));
    expect(ended.snoozed_until).toBeNull();
    expect(ended.attention).not.toHaveProperty("resumed_at");
  });

  it("[AT20] attention of any kind can be snoozed", () => {
    const stalled = [begin(1 * S), look("rules", 6 * MIN, "busy", { stalled: true })];
    const call = at(6 * MIN, ...stalled).attention;
    expect(call?.kind).toBe("stalled");
    const put = snooze(6 * MIN, call?.attention_id ?? "", 10 * MIN);
    expect(at(6 * MIN + 1, ...stalled, put).snoozed_until).toBe(10 * MIN);
  });
});

it("[AT13] completed with open attention stays completed, and has that attention's label", () => {
  fc.assert(
    fc.property(events, fc.nat(SPAN_MS + 10 * MIN), (all, now) => {
      const { state, attention, reason_code } = resolveIn(foldAll(all), now);
      if (attention?.kind === "done" && reason_code === null) expect(["completed", "running"]).toContain(state);
    }),
    { numRuns: runs(300) },
  );
});
