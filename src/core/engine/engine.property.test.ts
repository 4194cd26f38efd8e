import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventEnvelope } from "../protocol/events/event.ts";
import { fold } from "./fold.ts";
import {
  anEvent,
  asTimePasses,
  events,
  expectSame,
  isOfAgent,
  resolve,
  runs,
  SPAN_MS,
  verdicts,
} from "./random-events.ts";
import { EMPTY_FOLD, type RuntimeFold } from "./runtime-fold.ts";
import { foldAll } from "./test-events.ts";

/** Later copies of some events, as a second delivery would stamp them. */
function restamped(all: readonly EventEnvelope[], picks: readonly number[]): EventEnvelope[] {
  return picks.flatMap((pick) => {
    const copy = all[pick % Math.max(1, all.length)];
    return copy === undefined ? [] : [{ ...copy, ingested_at: copy.ingested_at + (pick % 5) * 700 }];
  });
}

describe("the fold", () => {
  it("[EN3] any order and repetition of events, even with new stamps, gives the same state, attention and nudge_seq", () => {
    fc.assert(
      fc.property(
        events,
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        (original, picks, dice) => {
          const all = [...original, ...restamped(original, picks)];
          const shuffled = [...all, ...all.slice(0, 5)].map((each) => ({ each, key: dice.next().value as number }));
          shuffled.sort((a, b) => a.key - b.key);
          expectSame(verdicts(foldAll(shuffled.map(({ each }) => each))), verdicts(foldAll(all)));
        },
      ),
      { numRuns: runs(600) },
    );
  });

  it("[EN3] twenty daemons that exchange events late, twice and over partitions converge to the union", () => {
    fc.assert(
      fc.property(fc.array(anEvent, { minLength: 5, maxLength: 40 }), fc.nat(), (all, seed) => {
        expectSame(converge(all, seed), verdicts(foldAll(all)));
      }),
      { numRuns: Math.ceil(runs(2_500) / 100) },
    );
  });

  it("[EN3] a dropped and replayed event changes nothing", () => {
    fc.assert(
      fc.property(events, fc.nat(), (all, pick) => {
        if (all.length === 0) return;
        const missing = pick % all.length;
        const replayed = foldAll([
          ...all.filter((_, index) => index !== missing),
          all[missing] as EventEnvelope,
          all[missing] as EventEnvelope,
        ]);
        expectSame(verdicts(replayed), verdicts(foldAll(all)));
      }),
      { numRuns: runs(300) },
    );
  });

  it("[EN3] a fold survives being written to JSON and read back", () => {
    fc.assert(
      fc.property(events, (all) => {
        const state = foldAll(all);
        expectSame(verdicts(JSON.parse(JSON.stringify(state)) as RuntimeFold), verdicts(state));
      }),
      { numRuns: runs(100) },
    );
  });
});

describe("explaining", () => {
  it("[EN45] exactly one piece of evidence decides; it is the one that is named, and its words are shown", () => {
    fc.assert(
      fc.property(events, fc.nat({ max: SPAN_MS }), (all, now) => {
        const { decided_by, source, message, evidence, reason_code } = resolve(foldAll(all), now);
        const deciding = evidence.filter(({ verdict }) => verdict === "decides");
        expect(deciding.map(({ event_id }) => event_id)).toEqual(decided_by === null ? [] : [decided_by]);
        expect(deciding[0]?.source ?? null).toBe(source);
        const words = deciding[0]?.message ?? "";
        // a process that has ended or is stopped has no message
        const isProcess = reason_code === "runtime_ended" || reason_code === "suspended";
        if (words !== "" && !isProcess) expect(message).toBe(words);
      }),
      { numRuns: runs(600) },
    );
  });
});

describe("time", () => {
  it("[EN9, EN16, EN35] passing time never revives older evidence except a held end, and leaves only rest or unknown", () => {
    fc.assert(
      fc.property(events, (all) => {
        const state = foldAll(all);
        const ofAgent = new Set(all.filter(isOfAgent).map(({ event_id }) => event_id));
        const settledAt = SPAN_MS + 4_000;
        let newestDecider = Number.NEGATIVE_INFINITY;
        let isHeld = false;
        for (const { evidence, because } of asTimePasses(state, settledAt, settledAt + 3_700_000)) {
          const decider = evidence.find(({ verdict }) => verdict === "decides");
          if (decider === undefined || !ofAgent.has(decider.event_id)) continue;
          const { at } = decider;
          if (!isHeld && at < newestDecider) expect.unreachable(`${at} decides after ${newestDecider}`);
          isHeld = because.includes("is held until");
          newestDecider = at;
        }
      }),
      { numRuns: runs(400) },
    );
  });

  it("[EN16, ST4] long after the last event nothing is running, asks stay open, and unknown has a reason", () => {
    fc.assert(
      fc.property(events, (all) => {
        const state = foldAll(all);
        const hours = resolve(state, SPAN_MS + 2 * 3_600_000);
        if (hours.state === "running") expect.unreachable("running two hours after the last word");
        if (hours.state === "unknown") expect(hours.reason_code).not.toBeNull();
        const days = resolve(state, SPAN_MS + 48 * 3_600_000);
        expect([days.state, days.attention]).toEqual([hours.state, hours.attention]);
      }),
      { numRuns: runs(400) },
    );
  });

  it("[EN25] nothing changes before revisit_at", () => {
    fc.assert(
      fc.property(events, fc.nat(SPAN_MS * 4), (all, offset) => {
        const state = foldAll(all);
        const now = SPAN_MS + 4_000 + offset;
        const { state: before, attention, revisit_at } = resolve(state, now);
        const until = Math.min(revisit_at ?? now + 3_600_000, now + 3_600_000);
        for (const later of [now + 1, (now + until) / 2, until - 0.5].filter((at) => at > now && at < until)) {
          const then = resolve(state, later);
          expect([then.state, then.attention]).toEqual([before, attention]);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("levels of confidence", () => {
  it("[ST11, ST14] every resolution fits its schema", () => {
    fc.assert(
      fc.property(events, fc.nat(SPAN_MS * 2), (all, now) => {
        const resolution = resolve(foldAll(all), now);
        expect(["high", "medium", "low"]).toContain(resolution.confidence);
        expect(resolution.evidence.filter((piece) => piece.verdict === "decides").length).toBe(
          resolution.decided_by === null ? 0 : 1,
        );
        expect(resolution.because).not.toBe("");
      }),
      { numRuns: runs(300) },
    );
  });
});

/** A seeded run of daemons on a bad network; every message arrives in the end, in any order, some twice. */
function converge(all: readonly EventEnvelope[], seed: number) {
  let dice = seed || 1;
  const roll = (sides: number) => {
    dice = (Math.imul(dice, 1103515245) + 12345) >>> 0;
    return (dice >>> 8) % sides;
  };
  const daemons = Array.from({ length: 20 }, () => ({ fold: EMPTY_FOLD, log: [] as EventEnvelope[] }));
  const wire: { to: number; event: EventEnvelope }[] = [];
  const deliver = (index: number, event: EventEnvelope) => {
    const daemon = daemons[index];
    if (daemon === undefined) return;
    daemon.fold = fold(daemon.fold, event);
    daemon.log.push(event);
  };
  for (const event of all) {
    const owner = roll(daemons.length);
    deliver(owner, event);
    for (let to = 0; to < daemons.length; to += 1) if (to !== owner && roll(4) > 0) wire.push({ to, event });
  }
  while (wire.length > 0) {
    const [message] = wire.splice(roll(wire.length), 1);
    if (message === undefined) break;
    if (roll(5) === 0) wire.push(message);
    else deliver(message.to, message.event);
  }
  // partitions heal: all daemons exchange their logs
  for (const daemon of daemons)
    for (const other of daemons) for (const event of [...other.log]) daemon.fold = fold(daemon.fold, event);
  const [first, ...rest] = daemons.map((daemon) => verdicts(daemon.fold));
  for (const each of rest) expectSame(each, first);
  return first;
}
