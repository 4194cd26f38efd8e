import fc from "fast-check";
import { expect } from "vitest";
import { Edge, type EventEnvelope, type Source } from "../protocol/events/event.ts";
import { contentId } from "./content-id.ts";
import { ENGINE_DEFAULTS, isClassifier, isSupplementary } from "./engine-config.ts";
import { envelope } from "./envelope.ts";
import { resolve as resolveBy } from "./resolve.ts";
import type { RuntimeFold } from "./runtime-fold.ts";

/** For property tests: any events of a runtime, and what the engine makes of them. */

const NUMBERED: readonly Source[] = ["transcript", "plugin"];
export const SPAN_MS = 40_000;
/** Short enough for classifiers to count within the span. */
const CONFIG = { ...ENGINE_DEFAULTS, silenceMs: 3_000 };

const TURNS = ["a", "b", "c"] as const;
const ofEnd = (turn: string, kind: string) => contentId("", turn, kind);

/** `npm run fuzz` sets a higher number. */
export function runs(usual: number): number {
  const { FUZZ_CASES } = (globalThis as { process?: { env: { FUZZ_CASES?: string } } }).process?.env ?? {};
  return Math.max(usual, Number(FUZZ_CASES ?? 0));
}

const edge = fc
  .record({
    phase: fc.constantFrom("busy", "ask", "rest"),
    begin: fc.boolean(),
    weak: fc.boolean(),
    background: fc.boolean(),
    detail: fc.nat(2),
    ttl_ms: fc.option(fc.constantFrom(500, 5_000)),
    provisional: fc.option(fc.constantFrom(2_000, 30_000), { freq: 8 }),
    retrying: fc.boolean(),
    limited: fc.option(fc.record({ until: fc.option(fc.nat(SPAN_MS)), resumes: fc.boolean() }), { freq: 1 }),
  })
  .map(({ phase, begin, weak, background, detail, ttl_ms, provisional, retrying, limited }) => {
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
      ...(background && phase === "busy" && { background }),
      ...(ttl_ms && { ttl_ms }),
      ...(provisional && { provisional_until: provisional }),
      ...(retrying && phase === "busy" && { activity: { kind: "retrying" } }),
      ...(limited && (phase === "busy" || state === "error") && { limited }),
    });
  });

const level = fc
  .record({
    kind: fc.constant("level" as const),
    phase: fc.constantFrom("busy" as const, "ask" as const, "rest" as const),
    changed_at: fc.nat(SPAN_MS),
    blind: fc.boolean(),
    misses_dialogs: fc.boolean(),
    outcome: fc.option(fc.constantFrom("completed" as const, "idle" as const, "error" as const)),
    stalled: fc.boolean(),
    withdrawn: fc.integer({ min: 0, max: 9 }),
    read_at: fc.option(fc.nat(SPAN_MS)),
    worked_since: fc.option(fc.nat(SPAN_MS)),
  })
  .map(({ outcome, stalled, withdrawn, read_at, worked_since, ...seen }) => {
    const read = read_at === null ? seen : { ...seen, read_at };
    if (read.phase === "busy" && withdrawn > 0) return { ...read, stalled };
    const look = worked_since === null ? read : { ...read, worked_since };
    if (withdrawn === 0) return { ...look, withdrawn: true };
    if (look.phase === "ask") return stalled ? look : { ...look, state: "waiting_approval" as const };
    return outcome ? { ...look, state: outcome } : look;
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
  {
    weight: 1,
    arbitrary: fc.record({
      source: fc.constant<Source>("process"),
      evidence: fc.record({
        kind: fc.constant("level" as const),
        phase: fc.constant("rest" as const),
        suspended: fc.boolean(),
        changed_at: fc.nat(SPAN_MS),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      source: fc.constant<Source>("daemon"),
      evidence: fc.record({
        kind: fc.constant("level" as const),
        phase: fc.constant("busy" as const),
        unchanged: fc.constant(true),
        changed_at: fc.nat(SPAN_MS),
      }),
    }),
  },
  fc.record({ source: fc.constantFrom<Source>("marker", "status_file", "transcript"), evidence: declaration }),
  fc.record({ source: fc.constant<Source>("terminal"), evidence: fc.constant({ kind: "typed" } as const) }),
  fc.record({
    source: fc.constant<Source>("daemon"),
    evidence: fc.oneof(
      fc.record(
        { kind: fc.constant("seen" as const), through: fc.nat(SPAN_MS), undone: fc.boolean() },
        { requiredKeys: ["kind", "through"] },
      ),
      fc.record({
        kind: fc.constant("snoozed" as const),
        attention_id: fc.constantFrom(...TURNS.flatMap((turn) => [ofEnd(turn, "done"), ofEnd(turn, "error")])),
        until: fc.nat(2 * SPAN_MS),
      }),
    ),
  }),
  {
    weight: 1,
    arbitrary: fc.record({
      source: fc.constantFrom<Source>("process", "hook", "wrapper"),
      evidence: fc.constant({ kind: "ended", exit_code: 3, signal: null } as const),
    }),
  },
);

/**
 * False for evidence that does not last: a provisional announcement expires without the agent's own event, and so does
 * a classifier's guess. That the process is stopped hides other evidence, but overrules none.
 */
export function isOfAgent({ evidence, source }: EventEnvelope): boolean {
  return !("provisional_until" in evidence) && !isClassifier(source) && !isSupplementary(source);
}

export function resolve(state: RuntimeFold, now: number) {
  return resolveBy(state, now, "ok", CONFIG);
}

export const anEvent = fc
  .record({
    told,
    time: fc.nat(SPAN_MS),
    lag: fc.nat(3_000),
    ahead: fc.integer({ min: -2_000, max: 2_000 }),
    key: fc.nat(400),
    seq: fc.nat(20),
    incarnation: fc.nat(2),
    subject: fc.option(fc.constantFrom("t1", "t2")),
    turn: fc.option(fc.constantFrom(...TURNS), { freq: 2 }),
    session: fc.option(fc.constantFrom("s1", "s2"), { freq: 2 }),
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
      session,
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
              session,
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
            ...(session !== null && { hints: { agent_session: session } }),
            ...(child !== null && evidence.kind === "edge" && { run: { id: child, parent: "root" } }),
          },
          time + lag,
        ),
        runtime_id: "r1",
      };
    },
  );

export const events = fc.array(anEvent, { maxLength: 30 });
export const moments = [0, 1_000, 10_000, 20_000, SPAN_MS + 5_000, SPAN_MS + 130_000, SPAN_MS + 3_600_000];

export function verdicts(state: RuntimeFold) {
  return moments.map((now) => resolve(state, now));
}

/** One resolution for each time at which it may be another (EN25). */
export function* asTimePasses(state: RuntimeFold, from: number, until: number) {
  for (let now: number | null = from; now !== null && now < until; ) {
    const resolution = resolve(state, now);
    yield resolution;
    now = resolution.revisit_at === null ? null : Math.max(resolution.revisit_at, now + 1);
  }
}

/** `toEqual` takes ten times as long as the engine, so it is asked only where the texts differ. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected);
}
