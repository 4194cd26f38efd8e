import { describe, expect, it } from "vitest";
import { lenientEnvelope } from "./lenient-envelope.ts";

function read(input: unknown) {
  const result = lenientEnvelope(input);
  if (!result.ok) throw new Error(result.fault);
  return result.event;
}

describe("lenientEnvelope", () => {
  it("[EV8] evidence without a kind gets the kind its source has", () => {
    const at = { event_time: 1, state: "running" };
    const kinds = ["hook", "marker", "title", "status_file"].map((source) => read({ ...at, source }).evidence.kind);
    expect(kinds).toEqual(["edge", "declaration", "level", "declaration"]);
    expect(read({ ...at, source: "status_file" }).evidence).toMatchObject({ medium: "repainted" });
    expect(read({ event_time: 1, source: "terminal" }).evidence).toEqual({ kind: "typed" });
  });

  it("[EV8] states in the words of schmux and squad are understood; anything else becomes a note", () => {
    expect(read({ event_time: 1, source: "marker", event_type: "needs_testing" }).evidence).toMatchObject({
      state: "completed",
      attention: "testing",
    });
    expect(read({ event_time: 1, source: "hook", event_type: "Whatever" }).evidence).toEqual({
      kind: "note",
      reason: "unsupported_signal",
    });
  });

  it("[EV8] times may be ISO 8601 with a zone", () => {
    expect(read({ event_time: "2026-02-13T10:00:00.250Z", source: "marker", state: "error" }).event_time).toBe(
      Date.parse("2026-02-13T10:00:00.250Z"),
    );
    expect(read({ event_time: "2026-02-13T12:00:00+02:00", source: "marker", state: "error" }).event_time).toBe(
      Date.parse("2026-02-13T10:00:00Z"),
    );
    expect(lenientEnvelope({ event_time: "yesterday", source: "marker" })).toMatchObject({
      ok: false,
      fault: expect.stringContaining('event_time: "yesterday"'),
    });
  });

  it("[EV3, EV8] a missing field gets the same value in every reading, whenever the event was ingested", () => {
    const written = { event_time: 5, source: "hook", state: "running", message: "x" };
    expect(read(written)).toEqual(read(written));
    expect(read({ ...written, ingested_at: 9 }).event_id).toBe(read(written).event_id);
    expect(read({ ...written, message: "y" }).event_id).not.toBe(read(written).event_id);
    expect(read(written).ingested_at).toBe(5);
  });

  it("[EV1] a fault names the field", () => {
    expect(lenientEnvelope({ event_time: 5, source: "rumour" })).toMatchObject({
      ok: false,
      fault: expect.stringContaining("source"),
    });
    expect(lenientEnvelope([])).toMatchObject({ ok: false });
    expect(lenientEnvelope({ event_time: 5, source: "hook", state: "sleepy" })).toMatchObject({
      ok: false,
      fault: expect.stringContaining("state"),
    });
  });
});
