import { describe, expect, it } from "vitest";
import type { State } from "../../../core/protocol/base/state.ts";
import type { PaneEvent } from "../../../core/protocol/lists/watch-event.ts";
import { momentsOf, placeOf, spansOf, startOf } from "./strip.ts";

const event = (at: number, previous_state: State | null, state: State | null, message = ""): PaneEvent => ({
  cursor: `e-${at}`,
  at,
  type: "pane",
  change: state === null ? "removed" : "changed",
  identity: { target: "host", session_name: "work", window_id: "@1", pane_id: "%1" },
  ref: "pane:host/work/@1/%1",
  runtime_id: "r",
  agent: "claude",
  reason_code: null,
  since: at,
  message,
  source: "hook",
  attention: null,
  shelf: null,
  label: "",
  snoozed_until: null,
  limited: null,
  nothing_new_since: null,
  state,
  previous_state,
});

describe("spansOf", () => {
  it("[UI8] is each state from when it began until the next one; other words are no other state", () => {
    const events = [
      event(10, "idle", "running"),
      event(20, "running", "running", "more"),
      event(30, "running", "error"),
    ];
    expect(spansOf(events, 0)).toEqual([
      { state: "idle", from: 0, to: 10 },
      { state: "running", from: 10, to: 30 },
      { state: "error", from: 30, to: null },
    ]);
  });

  it("[UI8] ends with the pane", () => {
    expect(spansOf([event(10, null, "running"), event(15, "running", null)], 0)).toEqual([
      { state: "running", from: 10, to: 15 },
    ]);
    expect(spansOf([], 0)).toEqual([]);
  });
});

describe("momentsOf", () => {
  it("[UI8] tells states and signals, the newest first", () => {
    const signal = {
      target: "host",
      session: "work",
      session_id: null,
      runtime_id: "r",
      ref: null,
      cursor: "s-1",
      at: 15,
      sseState: "needs-input",
      signal: {
        type: "needs_input" as const,
        signal_id: "x",
        session_id: null,
        tmux_session: "work",
        timestamp: "2026-01-01T00:00:00Z",
        data: { question: "Which one?" },
      },
    };
    const moments = momentsOf(
      [event(10, "idle", "running", "Building"), event(20, "running", "running", "more")],
      [signal],
    );
    expect(moments.map(({ at, title, says }) => [at, title, says])).toEqual([
      [15, "signal needs input", "Which one?"],
      [10, "running", "Building"],
    ]);
  });
});

describe("startOf", () => {
  it("[UI8] leaves a little room before the first event, and none for a day without events", () => {
    expect(startOf([900, 950], 0, 1_000)).toBe(892);
    expect(startOf([10], 0, 1_000)).toBe(0);
    expect(startOf([], 0, 1_000)).toBe(1_000);
  });
});

describe("placeOf", () => {
  it("[UI8] stays on the strip", () => {
    expect([placeOf(5, 0, 10), placeOf(-5, 0, 10), placeOf(20, 0, 10), placeOf(1, 1, 1)]).toEqual([50, 0, 100, 0]);
  });
});
