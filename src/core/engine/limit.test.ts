import { describe, expect, it } from "vitest";
import type { Edge, EventEnvelope, Source } from "../protocol/events/event.ts";
import { resolve } from "./resolve.ts";
import { begin, busy, edgeOf, ended, foldAll, look, seen } from "./test-events.ts";

const T = 1_000_000;
const UNTIL = T + 3_600_000;

function limitEnd(at: number, until: number | null, resumes = false, source: Source = "transcript"): EventEnvelope {
  return edgeOf(source, at, { phase: "rest", state: "error", limited: { until, resumes }, message: "you hit a limit" });
}

const retry = (at: number, until: number) =>
  edgeOf("plugin", at, { phase: "busy", state: "running", limited: { until, resumes: true } } as Edge);

const shown = (now: number, ...events: EventEnvelope[]) => resolve(foldAll([begin(T), ...events]), now);

describe("limitOf", () => {
  it("[UG14] a turn that a limit ended is an error with the limit as its detail, and calls nobody by itself", () => {
    expect(shown(T + 60_000, limitEnd(T + 1_000, UNTIL))).toMatchObject({
      state: "error",
      message: "you hit a limit",
      attention: null,
      limited: { since: T + 1_000, until: UNTIL, resumes: false },
    });
    // other failures call as before
    const failed = edgeOf("transcript", T + 1_000, { phase: "rest", state: "error" });
    expect(shown(T + 60_000, failed)).toMatchObject({ attention: { kind: "error" }, limited: null });
  });

  it("[UG14] a hook and a file that tell the same end are one limit, with the time that one of them knows", () => {
    const both = [limitEnd(T + 1_000, null, true, "hook"), limitEnd(T + 1_200, UNTIL, true)];
    for (const events of [both, [...both].reverse()])
      expect(shown(T + 60_000, ...events).limited).toEqual({
        since: T + 1_000,
        until: UNTIL,
        resumes: true,
        wakes_at: null,
      });
  });

  it("[UG14] work or another turn ends it, and so does the end of the process", () => {
    const limit = limitEnd(T + 1_000, UNTIL);
    expect(shown(T + 60_000, limit, busy(T + 2_000)).limited).toBeNull();
    expect(shown(T + 60_000, limit, begin(T + 2_000)).limited).toBeNull();
    expect(shown(T + 60_000, limit, ended(T + 2_000))).toMatchObject({ limited: null });
    expect(shown(T + 60_000, limit, seen(T + 2_000, T + 1_000)).limited).toMatchObject({ until: UNTIL });
  });

  it("[UG14] an agent that waits for its limit by itself is running, and believed for as long as it waits", () => {
    const waits = shown(UNTIL - 1_000, retry(T + 1_000, UNTIL));
    expect(waits).toMatchObject({ state: "running", limited: { until: UNTIL, resumes: true } });
    // a retry within seconds is no limit
    expect(shown(T + 2_000, retry(T + 1_000, T + 9_000))).toMatchObject({ state: "running", limited: null });
    expect(shown(UNTIL + 2_000, retry(T + 1_000, UNTIL), busy(UNTIL + 1_000)).limited).toBeNull();
  });

  it("[UG14] a dialog that asks what to do about a limit calls, and one that only offers something after it does not", () => {
    const asks = (limit: "reached" | "offer", ...events: EventEnvelope[]) =>
      shown(
        T + 60_000,
        ...events,
        look("screen", T + 59_000, "ask", { state: "waiting_approval", changed_at: T + 3_000, limit }),
      );
    expect(asks("reached", busy(T + 1_000))).toMatchObject({
      state: "waiting_approval",
      attention: { kind: "approval" },
      limited: { since: T + 3_000, until: null, resumes: false },
    });
    // it may also come before the limit is reached
    expect(asks("offer", busy(T + 1_000))).toMatchObject({ state: "waiting_approval", limited: null });
    expect(asks("offer", busy(T + 1_000), limitEnd(T + 2_000, UNTIL))).toMatchObject({
      state: "waiting_approval",
      attention: null,
      limited: { until: UNTIL },
    });
  });
});
