import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Edge, type EventEnvelope, type Source, stampOf } from "../protocol/event.ts";
import { ENGINE_DEFAULTS, isClassifier } from "./engine-config.ts";
import { envelope } from "./envelope.ts";
import { EMPTY_FOLD, fold, type RuntimeFold } from "./fold.ts";
import { resolve as resolveBy } from "./resolve.ts";
import { foldAll } from "./test-events.ts";

const NUMBERED: readonly Source[] = ["transcript", "plugin"];
const SPAN_MS = 40_000;
/** Classifiers have their say within the span. */
const CONFIG = { ...ENGINE_DEFAULTS, silenceMs: 3_000 };

/** `npm run fuzz` asks for more. */
function runs(usual: number): number {
  return process.env.FUZZ_CASES === undefined ? usual : Number(process.env.FUZZ_CASES);
}

const edge = fc
  .record({
    phase: fc.constantFrom("busy", "ask", "rest"),
    begin: fc.boolean(),
    weak: fc.boolean(),
    detail: fc.nat(2),
    ttl_ms: fc.option(fc.constantFrom(500, 5_000)),
    provisional: fc.option(fc.constantFrom(2_000, 30_000), { freq: 8 }),
    retrying: fc.boolean(),
  })
  .map(({ phase, begin, weak, detail, ttl_ms, provisional, retrying }) => {
    const states = {
      busy: ["running"],
      ask: ["waiting_approval", "waiting_input"],
      rest: ["completed", "idle", "error"],
    } as const;
    const state = states[phase][detail];
    return Edge.parse({
      kind: "edge",
      phase,
      ...(state && { state }),
      ...(begin && { begin }),
      ...(weak && phase === "rest" && { weak }),
      ...(ttl_ms && { ttl_ms }),
      ...(provisional && { provisional_until: provisional }),
      ...(retrying && phase === "busy" && { activity: { kind: "retrying" } }),
    });
  });

const level = fc
  .record({
    kind: fc.constant("level" as const),
    phase: fc.constantFrom("busy" as const, "ask" as const, "rest" as const),
    changed_at: fc.nat(SPAN_MS),
    blind: fc.boolean(),
    outcome: fc.option(fc.constantFrom("completed" as const, "idle" as const, "error" as const)),
    stalled: fc.boolean(),
  })
  .map(({ outcome, stalled, ...look }) => {
    if (look.phase === "busy") return { ...look, stalled };
    return outcome && look.phase === "rest" ? { ...look, state: outcome } : look;
  });

const declaration = fc.constantFrom(
  { kind: "declaration", state: "running", attention: null, medium: "appended" } as const,
  { kind: "declaration", state: "waiting_input", attention: "input", medium: "appended" } as const,
  { kind: "declaration", state: "completed", attention: "done", medium: "repainted" } as const,
  { kind: "declaration", state: "completed", attention: "testing", medium: "appended" } as const,
  { kind: "declaration", state: "error", attention: "error", medium: "repainted" } as const,
  { kind: "declaration", state: "running", attention: null, medium: "appended", provisional_until: 20_000 } as const,
);

const told = fc.oneof(
  fc.record({ source: fc.constantFrom<Source>("hook", "plugin", "notify"), evidence: edge }),
  fc.record({
    source: fc.constantFrom<Source>("session_file", "osc", "title", "transcript", "rules"),
    evidence: level,
  }),
  fc.record({ source: fc.constantFrom<Source>("marker", "status_file", "transcript"), evidence: declaration }),
  fc.record({ source: fc.constant<Source>("terminal"), evidence: fc.constant({ kind: "typed" } as const) }),
  fc.record({
    source: fc.constant<Source>("daemon"),
    evidence: fc.record({ kind: fc.constant("seen" as const), through: fc.nat(SPAN_MS) }),
  }),
  {
    weight: 1,
    arbitrary: fc.record({
      source: fc.constantFrom<Source>("process", "hook", "wrapper"),
      evidence: fc.constant({ kind: "ended", exit_code: 3, signal: null } as const),
    }),
  },
);

/** What is announced ahead of the agent's word is withdrawn where that word never comes; so is what was read off its screen. */
function isOfAgent({ evidence, source }: EventEnvelope): boolean {
  return !("provisional_until" in evidence) && !isClassifier(source);
}

function resolve(state: RuntimeFold, now: number) {
  return resolveBy(state, now, "ok", CONFIG);
}

const anEvent = fc
  .record({
    told,
    time: fc.nat(SPAN_MS),
    lag: fc.nat(3_000),
    ahead: fc.integer({ min: -2_000, max: 2_000 }),
    key: fc.nat(400),
    seq: fc.nat(20),
    incarnation: fc.nat(2),
    subject: fc.option(fc.constantFrom("t1", "t2")),
    turn: fc.option(fc.constantFrom("a", "b", "c"), { freq: 2 }),
    child: fc.option(fc.constantFrom("c1", "c2"), { freq: 5 }),
    mixes: fc.integer({ min: 0, max: 30 }),
  })
  .map(
    ({
      told: { source, evidence },
      time,
      lag,
      ahead,
      key,
      seq,
      incarnation,
      subject,
      turn,
      child,
      mixes,
    }): EventEnvelope => {
      const numbered = NUMBERED.includes(source) !== (mixes === 0);
      return {
        ...envelope(
          {
            target: "host",
            pane_id: "%1",
            source,
            event_type: `${source}.${evidence.kind}`,
            dedupe_key: JSON.stringify([
              key,
              time,
              source,
              evidence,
              seq,
              incarnation,
              subject,
              turn,
              child,
              lag,
              ahead,
              mixes,
            ]),
            event_time: time,
            clock_offset: ahead,
            message: String(key % 3),
            evidence,
            ...(numbered && { source_seq: seq, source_incarnation: incarnation }),
            ...(subject !== null && { subject }),
            ...(turn !== null && { turn }),
            ...(child !== null && evidence.kind === "edge" && { run: { id: child, parent: "root" } }),
          },
          time + lag,
        ),
        runtime_id: "r1",
      };
    },
  );

const events = fc.array(anEvent, { maxLength: 30 });
const moments = [0, 1_000, 10_000, 20_000, SPAN_MS + 5_000, SPAN_MS + 130_000, SPAN_MS + 3_600_000];

function verdicts(state: RuntimeFold) {
  return moments.map((now) => resolve(state, now));
}

/** Later copies of some events, as a second delivery would stamp them. */
function restamped(all: readonly EventEnvelope[], picks: readonly number[]): EventEnvelope[] {
  return picks.flatMap((pick) => {
    const copy = all[pick % Math.max(1, all.length)];
    return copy === undefined ? [] : [{ ...copy, ingested_at: copy.ingested_at + (pick % 5) * 700 }];
  });
}

describe("the fold", () => {
  it("[EN18, EN3, EN6] any permutation and duplication, re-stamped or not, gives the same state, attention and nudge_seq", () => {
    fc.assert(
      fc.property(
        events,
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        (original, picks, dice) => {
          const all = [...original, ...restamped(original, picks)];
          const shuffled = [...all, ...all.slice(0, 5)].map((each) => ({ each, key: dice.next().value as number }));
          shuffled.sort((a, b) => a.key - b.key);
          expect(verdicts(foldAll(shuffled.map(({ each }) => each)))).toEqual(verdicts(foldAll(all)));
        },
      ),
      { numRuns: runs(600) },
    );
  });

  it("[EN18] twenty daemons that exchange events late, twice and over partitions converge to the union", () => {
    fc.assert(
      fc.property(fc.array(anEvent, { minLength: 5, maxLength: 40 }), fc.nat(), (all, seed) => {
        expect(converge(all, seed)).toEqual(verdicts(foldAll(all)));
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
        expect(verdicts(replayed)).toEqual(verdicts(foldAll(all)));
      }),
      { numRuns: runs(300) },
    );
  });

  it("[EN6] a fold survives being written to JSON and read back", () => {
    fc.assert(
      fc.property(events, (all) => {
        const state = foldAll(all);
        expect(verdicts(JSON.parse(JSON.stringify(state)) as RuntimeFold)).toEqual(verdicts(state));
      }),
      { numRuns: runs(100) },
    );
  });
});

describe("time", () => {
  it("[EN9, EN20] time alone never brings older evidence back, and ends in nothing definite but rest", () => {
    fc.assert(
      fc.property(events, (all) => {
        const state = foldAll(all);
        const stamps = new Map(all.filter(isOfAgent).map((each) => [each.event_id, stampOf(each)]));
        const settledAt = SPAN_MS + 4_000;
        let newestDecider = Number.NEGATIVE_INFINITY;
        for (let now = settledAt; now < settledAt + 3_700_000; now += now < settledAt + 40_000 ? 499 : 61_000) {
          const { decided_by } = resolve(state, now);
          const at = stamps.get(decided_by ?? "");
          if (at === undefined) continue;
          expect(at).toBeGreaterThanOrEqual(newestDecider);
          newestDecider = at;
        }
      }),
      { numRuns: runs(400) },
    );
  });

  it("[EN20, ST4] long after the last word nothing busy or asked is claimed, and unknown says why", () => {
    fc.assert(
      fc.property(events, (all) => {
        const hours = resolve(foldAll(all), SPAN_MS + 2 * 3_600_000);
        if (hours.state === "running") expect.unreachable("running two hours after the last word");
        if (hours.state === "unknown") expect(hours.reason_code).not.toBeNull();
        const atRest = hours.evidence.some((piece) => piece.kind === "edge" && piece.verdict !== "void");
        if (hours.state === "waiting_input" || hours.state === "waiting_approval") expect(atRest).toBe(true);
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
  it("[ST11, ST14] every resolution is whole", () => {
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

/** A seeded run of daemons on a bad network; every message arrives in the end, in no order, some twice. */
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
  // partitions heal: whoever missed something gets every log
  for (const daemon of daemons)
    for (const other of daemons) for (const event of [...other.log]) daemon.fold = fold(daemon.fold, event);
  const [first, ...rest] = daemons.map((daemon) => verdicts(daemon.fold));
  for (const each of rest) expect(each).toEqual(first);
  return first;
}
