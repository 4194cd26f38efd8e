import { describe, expect, it } from "vitest";
import { event } from "../engine/test-events.ts";
import type { EventEnvelope, Evidence } from "../protocol/events/event.ts";
import { acceptance } from "./acceptance.ts";

const said = (evidence: Evidence, at: number, change: Partial<EventEnvelope> = {}) => ({
  ...event(at, "hook", evidence, { ingested_at: 99_999 }),
  event_id: `e${at}`,
  ...change,
});
const begin: Evidence = { kind: "edge", phase: "busy", begin: true };
const work: Evidence = { kind: "edge", phase: "busy" };
const busy = (changed_at: number): Evidence => ({ kind: "level", phase: "busy", changed_at });

describe("acceptance", () => {
  it("[GD10] the first turn that began after Enter shows acceptance, from whichever source", () => {
    const events = [said(begin, 3_000), said(begin, 2_000), said(begin, 500)];
    expect(acceptance(events, 1_000, "rest")?.event_id).toBe("e2000");
    expect(acceptance([said(busy(1_100), 1_100, { source: "osc" })], 1_000, "rest")?.event_id).toBe("e1100");
  });

  it("[GD10] earlier events, and events that only we sent, prove nothing", () => {
    expect(acceptance([said(begin, 500), said(busy(500), 2_000)], 1_000, "rest")).toBeNull();
    expect(acceptance([said(work, 2_000)], 1_000, "rest")).toBeNull();
    expect(acceptance([said({ kind: "typed" }, 2_000, { source: "daemon" })], 1_000, "rest")).toBeNull();
    expect(acceptance([said(begin, 2_000, { source: "process" })], 1_000, "rest")).toBeNull();
  });

  it("[GD10] an asking agent has accepted when it works again; a working one when it begins a new turn", () => {
    expect(acceptance([said(work, 2_000)], 1_000, "ask")?.event_id).toBe("e2000");
    expect(acceptance([said(busy(2_000), 2_000)], 1_000, "busy")).toBeNull();
    expect(acceptance([said(begin, 2_000)], 1_000, "busy")?.event_id).toBe("e2000");
  });
});
