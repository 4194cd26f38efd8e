import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventEnvelope, Source } from "../protocol/events/event.ts";
import { fold } from "./fold.ts";
import { asTimePasses, events, expectSame, moments, resolve, runs, SPAN_MS } from "./random-events.ts";
import { EMPTY_FOLD } from "./runtime-fold.ts";
import { ask, begin, busy, foldAll, look, say, stop } from "./test-events.ts";

describe("ends", () => {
  const source = fc.constantFrom<Source>("session_file", "osc", "title", "screen");
  const STOP_AT = 10_000;
  const turn = [begin(0), stop(STOP_AT)];
  /** Busy since before the end, seen at any time. */
  const goingOn = fc
    .record({ source, at: fc.integer({ min: 1, max: SPAN_MS }), changed_at: fc.nat(STOP_AT + 500) })
    .map(({ source, at, changed_at }) => look(source, at, "busy", { changed_at: Math.min(at, changed_at) }));
  const atRest = fc
    .record({ source, at: fc.integer({ min: STOP_AT, max: SPAN_MS }), blind: fc.boolean() })
    .map(({ source, at, blind }) => look(source, at, "rest", { blind }));

  /** At rest for a moment after the end, and then busy with a prompt that had waited. */
  const goingOnAnew = fc
    .record({ source, restAt: fc.nat(250), busyAfter: fc.integer({ min: 1, max: 250 }), seenAfter: fc.nat(SPAN_MS) })
    .map(({ source, restAt, busyAfter, seenAfter }) => {
      const changed_at = STOP_AT + restAt + busyAfter;
      return [look(source, STOP_AT + restAt, "rest"), look(source, changed_at + seenAfter, "busy", { changed_at })];
    });

  it("[EN35, EN36] an end is neither lost nor called twice or too early, whatever levels go on or rest", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(goingOn, atRest, goingOnAnew), { maxLength: 12 }), (levels) => {
        const state = foldAll([...levels.flat(), ...turn]);
        const ids = new Set<string>();
        let lastSeq = 0;
        for (const { state: shown, attention, nudge_seq } of asTimePasses(state, SPAN_MS, SPAN_MS + 200_000)) {
          if (nudge_seq < lastSeq) expect.unreachable(`nudge_seq fell from ${lastSeq} to ${nudge_seq}`);
          lastSeq = nudge_seq;
          const isAtRest = shown === "completed" || shown === "idle";
          // one that was seen at rest has called
          if (shown === "running") expectSame([attention, nudge_seq % STOP_AT], [null, 0]);
          else expectSame([isAtRest, attention?.raised_at], [true, STOP_AT]);
          if (attention !== null) ids.add(attention.attention_id);
        }
        expect([ids.size, lastSeq]).toEqual([1, STOP_AT]);
      }),
      { numRuns: runs(200) },
    );
  });

  it("[EN15, EN35, EN3] an end is not lost if a level that cannot see menus takes one for work", () => {
    const phase = fc.constantFrom("busy" as const, "rest" as const);
    const seen = fc.record({ phase, at: fc.integer({ min: STOP_AT + 1, max: SPAN_MS }), lag: fc.nat(5_000) });
    const painted = fc.integer({ min: STOP_AT + 1, max: SPAN_MS });
    fc.assert(
      fc.property(
        fc.array(seen, { maxLength: 8 }),
        fc.array(painted, { minLength: 1, maxLength: 4 }),
        (file, screen) => {
          const looks = file.map(({ phase: of, at, lag }) =>
            look("session_file", at, of, { blind: true, changed_at: Math.max(STOP_AT + 501, at - lag) }),
          );
          const all = [...looks, ...screen.map((at) => look("screen", at, "rest")), ...turn];
          const { state, attention, nudge_seq } = resolve(foldAll(all), SPAN_MS + 1);
          expect([state, attention?.raised_at, nudge_seq]).toEqual(["completed", STOP_AT, STOP_AT]);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

describe("a level that has nothing to show any more", () => {
  it("[EN9, EN35, EN3] does not hold an end or set the state, in any order of its changes", () => {
    const busyLook = fc.record({ at: fc.integer({ min: 1, max: 12_000 }), lag: fc.nat(3_000) });
    const source = fc.constantFrom<Source>("title", "screen", "osc");
    fc.assert(
      fc.property(fc.array(busyLook, { maxLength: 6 }), source, fc.infiniteStream(fc.nat()), (busyLooks, of, dice) => {
        const end = look(of, 12_500, "busy", { withdrawn: true });
        const looks = busyLooks.map(({ at, lag }) => look(of, at, "busy", { changed_at: Math.min(10_000, at - lag) }));
        const all = [begin(0), ...looks, stop(10_000), end];
        const shuffled = all.map((each) => ({ each, key: dice.next().value as number })).sort((a, b) => a.key - b.key);
        const { state, attention } = resolve(foldAll(shuffled.map(({ each }) => each)), 12_600);
        expect([state, attention?.raised_at]).toEqual(["completed", 10_000]);
        const bare = resolve(foldAll([...looks, end]), 12_600);
        expect(bare.state).toBe("unknown");
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("what a screen shows for a moment", () => {
  const called = fc.constantFrom(
    { phase: "rest", state: "completed" } as const,
    { phase: "rest", state: "error" } as const,
    { phase: "ask", state: "waiting_approval" } as const,
    { phase: "ask", state: "waiting_input" } as const,
  );

  it("[EN17, EN35, EN37, EN3] raises nudge_seq only if it lasted until it called, in any order of looks", () => {
    const shown = fc.record({
      source: fc.constantFrom<Source>("title", "screen"),
      called,
      gap: fc.integer({ min: 1, max: 5_000 }),
      standsMs: fc.nat(2_500),
    });
    fc.assert(
      fc.property(fc.array(shown, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (sights, dice) => {
        let now = 1_000;
        const all: EventEnvelope[] = [look("screen", 500, "busy")];
        let lastCall = 0;
        for (const { source, called: of, gap, standsMs } of sights) {
          now += gap;
          const changed_at = now;
          const { phase, state } = of;
          all.push(look(source, now, phase, { state, changed_at }));
          all.push(look(source, now + standsMs, phase, { state, changed_at }));
          const callsAfter = phase === "ask" || source === "screen" ? 1_000 : 700;
          if (standsMs >= callsAfter) lastCall = now;
          now += standsMs + 1;
          all.push(look(source, now, "busy", { changed_at: now }));
        }
        const shuffled = all.map((each) => ({ each, key: dice.next().value as number })).sort((a, b) => a.key - b.key);
        expect(resolve(foldAll(shuffled.map(({ each }) => each)), now + 1)).toMatchObject({
          attention: null,
          nudge_seq: lastCall,
        });
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("an agent of which only a title or OSC and the screen tell", () => {
  it("[EN10, EN17, EN36] calls once for each turn, whatever moments of work follow, and nudge_seq never falls", () => {
    const turn = fc.record({
      workMs: fc.integer({ min: 500, max: 20_000 }),
      restMs: fc.integer({ min: 1_000, max: 9_000 }),
      moments: fc.array(
        fc.record({ lasts: fc.integer({ min: 1, max: 48 }), gap: fc.integer({ min: 600, max: 9_000 }) }),
        {
          maxLength: 3,
        },
      ),
    });
    const turns = fc.array(turn, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom<Source>("title", "osc"), turns, (source, life) => {
        const over = (at: number) =>
          source === "title" ? look(source, at, "busy", { withdrawn: true }) : look(source, at, "rest");
        const works = (from: number, until: number) =>
          [look(source, from, "busy"), look(source, until, "busy", { changed_at: from }), over(until + 1)] as const;
        let known = EMPTY_FOLD;
        let now = 1_000;
        let lastSeq = 0;
        const ids = new Set<string>();
        const hear = (...heard: EventEnvelope[]) => {
          for (const each of heard) {
            known = fold(known, each);
            const { attention, nudge_seq } = resolve(known, Math.max(now, each.event_time) + 1);
            if (nudge_seq < lastSeq) expect.unreachable(`nudge_seq fell from ${lastSeq} to ${nudge_seq}`);
            lastSeq = nudge_seq;
            if (attention !== null) ids.add(attention.attention_id);
          }
        };
        for (const [index, { workMs, restMs, moments }] of life.entries()) {
          const [moved, seen, stopped] = works(now, now + workMs);
          // the screen may be read too late to show the work
          const painted = index === 0 ? [] : [look("screen", now + 100, "busy")];
          hear(moved, ...painted, seen, stopped);
          const endedAt = now + workMs + 100;
          now = endedAt + 1_000 + restMs;
          const end = { state: "completed", changed_at: endedAt } as const;
          hear(look("screen", endedAt, "rest", end), look("screen", now, "rest", end));
          expectSame(lastSeq, endedAt);
          for (const { lasts, gap } of moments) {
            hear(...works(now + gap, now + gap + lasts));
            now += gap + lasts + 600;
            hear(look("screen", now, "rest", end));
          }
          now += 1_000;
        }
        expectSame(ids.size, life.length);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe("declarations", () => {
  it("[AD16, EN12, EN3] the marker of a message told by both transcript and stop event counts once, in any order", () => {
    const turn = fc.record({
      /** Messages from the middle of the turn. */
      early: fc.option(fc.constantFrom("X", "Y")),
      last: fc.option(fc.constantFrom("X", "Y")),
      lag: fc.nat(2_000),
    });
    fc.assert(
      fc.property(turn, fc.infiniteStream(fc.nat()), ({ early, last, lag }, dice) => {
        const marker = (at: number, message: string, medium: "appended" | "repainted" = "appended") =>
          say(at, "completed", { source: "marker", medium, message, attention: "testing" });
        const told = [
          begin(0),
          ...(early === null ? [] : [marker(2_000, early)]),
          busy(3_000, { subject: "t" }),
          ...(last === null ? [] : [marker(9_000, last), marker(9_000 + lag, last, "repainted")]),
          stop(9_000 + lag),
        ];
        const shuffled = told.map((each) => ({ each, key: dice.next().value as number })).sort((a, b) => a.key - b.key);
        const { state, attention } = resolve(foldAll(shuffled.map(({ each }) => each)), 14_000);
        expect(state).toBe("completed");
        const words = last ?? early;
        const saidAt = last === null ? 2_000 : 9_000;
        expect(attention?.kind).toBe(words === null ? "done" : "testing");
        if (words !== null) expect([attention?.message, attention?.raised_at]).toEqual([words, saidAt]);
      }),
      { numRuns: runs(200) },
    );
  });

  it("[EN12, EN3] a repainted declaration calls once for each change of state or words, in any order", () => {
    const meanings = [
      { state: "completed", attention: "done" },
      { state: "completed", attention: "testing" },
      { state: "waiting_input", attention: "input" },
    ] as const;
    const painted = fc.array(fc.record({ meaning: fc.nat(2), words: fc.constantFrom("X", "Y") }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(painted, fc.infiniteStream(fc.nat()), (shown, dice) => {
        const said = shown.map(({ meaning, words }, index) => {
          const { state, attention } = meanings[meaning] ?? meanings[0];
          return say(1_000 + index * 100, state, { source: "marker", medium: "repainted", message: words, attention });
        });
        const isNews = (index: number) =>
          index === 0 || JSON.stringify(shown[index]) !== JSON.stringify(shown[index - 1]);
        const last = shown.findLastIndex((_, index) => isNews(index));
        const shuffled = said.map((each) => ({ each, key: dice.next().value as number })).sort((a, b) => a.key - b.key);
        const { attention } = resolve(foldAll(shuffled.map(({ each }) => each)), 5_000);
        expect([attention?.attention_id, attention?.raised_at]).toEqual([said[last]?.event_id, 1_000 + last * 100]);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("asks", () => {
  const ASKED_AT = 10_000;
  const asked = [begin(0), ask(ASKED_AT, { message: "rm -rf build" })];
  /** Levels without gaps: busy since before the ask, or showing it, in one order per source. */
  const shown = fc
    .record({
      source: fc.constantFrom<Source>("session_file", "osc"),
      turnsAt: fc.integer({ min: ASKED_AT, max: SPAN_MS }),
      lookEvery: fc.integer({ min: 1_000, max: 5_000 }),
      says: fc.boolean(),
    })
    .map(({ source, turnsAt, lookEvery, says }) => {
      const times = Array.from({ length: Math.ceil(SPAN_MS / lookEvery) }, (_, index) => index * lookEvery);
      return times.map((at) =>
        at < turnsAt
          ? look(source, at, "busy", { changed_at: 0 })
          : look(source, at, "ask", { changed_at: turnsAt, ...(says && { state: "waiting_approval" }) }),
      );
    });

  it("[EN37, EN45] one dialog is one call, in the words of the event that asked, however late levels show it", () => {
    fc.assert(
      fc.property(fc.uniqueArray(shown, { maxLength: 2, selector: ([first]) => first?.source }), (levels) => {
        const all = [...asked, ...levels.flat()];
        const ids = new Set<string | undefined>();
        for (let now = ASKED_AT; now < SPAN_MS; now += 499) {
          const known = foldAll(all.filter(({ ingested_at }) => ingested_at <= now));
          const { state, source, attention, nudge_seq } = resolve(known, now);
          expectSame(
            [state, source, attention?.message, nudge_seq],
            ["waiting_approval", "hook", "rm -rf build", ASKED_AT],
          );
          ids.add(attention?.attention_id);
        }
        expect(ids.size).toBe(1);
      }),
      { numRuns: Math.ceil(runs(200) / 5) },
    );
  });

  it("[AD42] an ask without words is one call, and gets the words that a screen shows later", () => {
    const levels = fc.uniqueArray(shown, { maxLength: 2, selector: ([first]) => first?.source });
    fc.assert(
      fc.property(levels, fc.nat(SPAN_MS), (others, seenAt) => {
        const screen = look("screen", seenAt, "ask", { state: "waiting_approval", message: "rm?" });
        const all = [...asked.map((each) => ({ ...each, message: "" })), ...others.flat(), screen];
        const ids = new Set<string | undefined>();
        for (let now = ASKED_AT; now < SPAN_MS; now += 499) {
          const known = foldAll(all.filter(({ ingested_at }) => ingested_at <= now));
          const { attention, nudge_seq } = resolve(known, now);
          const isTold = seenAt >= ASKED_AT && seenAt <= now;
          expectSame([attention?.message, nudge_seq], [isTold ? "rm?" : "", ASKED_AT]);
          ids.add(attention?.attention_id);
        }
        expect(ids.size).toBe(1);
      }),
      { numRuns: Math.ceil(runs(200) / 5) },
    );
  });

  it("[EN38] a level that only says that something is open never makes an ask or a call", () => {
    const opening = fc
      .record({ source: fc.constantFrom<Source>("session_file", "title"), at: fc.nat(SPAN_MS), blind: fc.boolean() })
      .map(({ source, at, blind }) => look(source, at, "ask", { blind }));
    const quiet = events.map((all) => all.filter(({ evidence }) => !("phase" in evidence && evidence.phase === "ask")));
    fc.assert(
      fc.property(quiet, fc.array(opening, { minLength: 1, maxLength: 4 }), (all, openings) => {
        const isCall = ({ evidence }: EventEnvelope) => evidence.kind === "declaration";
        const heard = all.filter((each) => !isCall(each));
        for (const now of moments.filter((moment) => moment > SPAN_MS)) {
          const { state, attention } = resolve(foldAll([...heard, ...openings]), now);
          const told = `${state} ${attention?.kind}`;
          if (/waiting|approval|input/.test(told)) expect.unreachable(told);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it("[EN38, EN16] an ask whose kind is unknown is never shown as running", () => {
    const source = fc.constantFrom<Source>("title", "osc", "screen");
    fc.assert(
      fc.property(
        source,
        fc.nat(SPAN_MS),
        fc.array(fc.nat(SPAN_MS), { minLength: 1, maxLength: 6 }),
        (from, busyAt, calls) => {
          const called = calls.map((at) => look(from, busyAt + 1 + at, "ask", { changed_at: busyAt + 1 }));
          const known = foldAll([look(from, busyAt, "busy"), ...called]);
          const { state, attention } = resolve(known, busyAt + 15_000 + SPAN_MS);
          expect([state, attention]).toEqual(["unknown", null]);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
