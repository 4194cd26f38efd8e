import { describe, expect, it } from "vitest";
import { resolve } from "./resolve.ts";
import { edgeOf, type event, foldAll } from "./test-events.ts";

const S = 1000;

function stateAt(now: number, ...events: ReturnType<typeof event>[]) {
  const states = [events, events.toReversed()].map((each) => resolve(foldAll(each), now).state);
  expect(new Set(states).size).toBe(1);
  return states[0];
}

const said = (source_seq: number, at: number, extra: Parameters<typeof edgeOf>[2]) =>
  edgeOf("plugin", at, { source_seq, ...extra });

describe("a sequenced source whose clock does not agree with its numbers", () => {
  it("[EN2] its last event by number counts, whatever its kind and time", () => {
    const rest = said(2, 1 * S, { phase: "rest", state: "completed" });
    expect(stateAt(3 * S, rest, said(1, 2 * S, { phase: "busy", state: "running" }))).toBe("completed");
    const busy = said(2, 1 * S, { phase: "busy", state: "running" });
    expect(stateAt(3 * S, busy, said(1, 2 * S, { phase: "rest", state: "completed" }))).toBe("running");
    expect(stateAt(3 * S, busy, said(1, 2 * S, { phase: "ask", state: "waiting_approval" }))).toBe("running");
  });

  it("[EN2] the end of its own tool closes an ask that has the later time", () => {
    const ask = said(1, 2 * S, { phase: "ask", state: "waiting_approval", subject: "t1" });
    const other = said(3, 2500, { phase: "busy", state: "running", subject: "t2" });
    expect(stateAt(3 * S, ask, other)).toBe("waiting_approval");
    expect(stateAt(3 * S, ask, said(2, 1 * S, { phase: "busy", state: "running", subject: "t1" }), other)).toBe(
      "running",
    );
  });

  it("[EN2] its later events are not older than its earlier ones to other sources either", () => {
    const plugin = [
      said(1, 3 * S, { phase: "busy", state: "running" }),
      said(2, 1 * S, { phase: "rest", state: "completed" }),
    ];
    const hook = edgeOf("hook", 2 * S, { phase: "ask", state: "waiting_approval" });
    expect(stateAt(4 * S, ...plugin, hook)).toBe("completed");
  });

  it("[EN2] events whose numbers and times agree keep their times", () => {
    const events = [
      said(1, 1 * S, { phase: "busy", state: "running" }),
      said(2, 2 * S, { phase: "rest", state: "completed" }),
    ];
    expect(resolve(foldAll(events), 3 * S)).toMatchObject({ state: "completed", since: 2 * S });
  });
});
