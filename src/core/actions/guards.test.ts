import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import type { ActionSnapshot } from "../protocol/actions/actions.ts";
import { staleness, unmetGuard } from "./guards.ts";

const item = testPane(
  {},
  { runtime_id: "r1", agent: "claude", state: "waiting_input", nudge_seq: 3, updated_at: 9_000 },
);
const snapshot: ActionSnapshot = {
  snapshot_id: "s",
  target: "host",
  pane_id: "%1",
  runtime_id: "r1",
  state: "waiting_input",
  nudge_seq: 3,
  state_version: 1,
  observed_at: 10_000,
  expires_at: 40_000,
  nonce: "n",
};

describe("staleness", () => {
  it("[GD1] a snapshot holds for as long as runtime, state and what is asked are the same", () => {
    expect(staleness(snapshot, item, 40_000)).toBeNull();
    // a changed title does not matter for an answer
    expect(staleness(snapshot, { ...item, state_version: 9, title: "other", message: "still" }, 10_001)).toBeNull();
  });

  it("[GD1, GD3] an expired snapshot, or one of another runtime, state or question, is stale, and says which", () => {
    const why = (now: Parameters<typeof staleness>[1], at = 10_001) => staleness(snapshot, now, at)?.message;
    expect(why(item, 40_001)).toBe("the snapshot has expired: look again, then act");
    expect(why(undefined)).toBe("pane %1 is gone");
    expect(why({ ...item, runtime_id: "r2", agent: "codex" })).toBe("another program lives in %1 now (codex)");
    expect(why({ ...item, state: "running" })).toBe("it was waiting_input and is running now");
    const suspended = { ...item, state: "unknown", reason_code: "suspended" } as const;
    expect(why(suspended)).toBe("it was waiting_input and is unknown (suspended) now");
    expect(why({ ...item, nudge_seq: 4 })).toBe("it asks for something else by now");
    // an action that wants the same program only: neither its state nor its question matters
    const other = { ...item, state: "running", nudge_seq: 4 } as const;
    expect(staleness(snapshot, other, 10_001, "program")).toBeNull();
    expect(staleness(snapshot, { ...other, runtime_id: "r2" }, 10_001, "program")).not.toBeNull();
    expect(staleness(snapshot, undefined, 0)).toMatchObject({ code: "E_STALE_SNAPSHOT", guard: "snapshot" });
  });
});

describe("unmetGuard", () => {
  it("[GD3] conditions that hold let the action pass", () => {
    expect(unmetGuard({}, item, 10_000)).toBeNull();
    const all = {
      if_runtime: "r1",
      if_state: ["idle" as const, "waiting_input" as const],
      if_updated_within_ms: 1_000,
    };
    expect(unmetGuard(all, item, 10_000)).toBeNull();
    expect(unmetGuard({ if_runtime: "runtime:r1" }, item, 10_000)).toBeNull();
  });

  it("[GD3] each that does not hold has its own code and says what is there instead", () => {
    expect(unmetGuard({ if_runtime: "r2" }, item, 0)).toEqual({
      code: "E_GUARD_RUNTIME",
      guard: "if_runtime",
      message: "the runtime there is r1, not r2",
    });
    expect(unmetGuard({ if_state: ["running", "idle"] }, item, 0)).toEqual({
      code: "E_GUARD_STATE",
      guard: "if_state",
      message: "it is waiting_input, not running or idle",
    });
    expect(unmetGuard({ if_updated_within_ms: 500 }, item, 10_000)).toEqual({
      code: "E_GUARD_FRESHNESS",
      guard: "if_updated_within",
      message: "it last changed 1 s ago, and at most 0.5 s were allowed",
    });
  });
});
