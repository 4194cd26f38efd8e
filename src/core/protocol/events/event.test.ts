import { describe, expect, it } from "vitest";
import { EventEnvelope, Evidence, stampOf } from "./event.ts";

const WHOLE = {
  schema_version: 1,
  event_id: "e1",
  target: "host",
  pane_id: "%1",
  runtime_id: null,
  agent_type: null,
  source: "hook",
  event_type: "claude.Stop",
  dedupe_key: "k1",
  event_time: 1_000,
  clock_offset: 0,
  ingested_at: 1_001,
  hints: {},
  message: "",
  evidence: { kind: "edge", phase: "rest", state: "completed" },
};

const OPTIONAL = {
  source_event_id: "s1",
  source_seq: 7,
  source_incarnation: 2,
  subject: "tool-1",
  run: { id: "child", parent: "root" },
  turn: "t1",
  payload: { any: ["thing"] },
};

describe("EventEnvelope", () => {
  it.each(Object.keys(WHOLE))("[EV1] an envelope without %s is refused, and the refusal names it", (field) => {
    const { [field as keyof typeof WHOLE]: _left, ...rest } = WHOLE;
    const parsed = EventEnvelope.safeParse(rest);
    expect(parsed.error?.issues.map((issue) => issue.path[0])).toEqual([field]);
  });

  it("[EV1] another schema version is refused", () => {
    expect(EventEnvelope.safeParse({ ...WHOLE, schema_version: 2 }).success).toBe(false);
  });

  it("[EV1] what may be absent may be absent, one by one and all together", () => {
    expect(EventEnvelope.parse(WHOLE)).toEqual(WHOLE);
    expect(EventEnvelope.parse({ ...WHOLE, ...OPTIONAL })).toEqual({ ...WHOLE, ...OPTIONAL });
    for (const [field, value] of Object.entries(OPTIONAL))
      expect(EventEnvelope.parse({ ...WHOLE, [field]: value })).toEqual({ ...WHOLE, [field]: value });
  });

  it("[EV5] evidence is an edge, a level, a declaration, typed, seen, snoozed, ended or a note", () => {
    const each = [
      { kind: "edge", phase: "busy" },
      { kind: "level", phase: "rest" },
      { kind: "declaration", state: "completed", attention: "done", medium: "appended" },
      { kind: "typed" },
      { kind: "seen", through: 5 },
      { kind: "snoozed", attention_id: "a", until: 5 },
      { kind: "ended", exit_code: null, signal: null },
      { kind: "note", reason: "unsupported_signal" },
    ];
    for (const evidence of each) expect(Evidence.parse(evidence)).toEqual(evidence);
    expect(Evidence.options.map((option) => option.shape.kind.value).toSorted()).toEqual(
      each.map((evidence) => evidence.kind).toSorted(),
    );
    for (const off of [{}, { kind: "rumour" }, { kind: "edge", phase: "asleep" }, { kind: "declaration" }])
      expect(Evidence.safeParse(off).success).toBe(false);
  });

  it("[EN1] τ is the sender's time on our clock, and never later than when we got it", () => {
    expect(stampOf({ event_time: 100, clock_offset: 7, ingested_at: 200 })).toBe(107);
    expect(stampOf({ event_time: 500, clock_offset: 7, ingested_at: 200 })).toBe(200);
  });
});
