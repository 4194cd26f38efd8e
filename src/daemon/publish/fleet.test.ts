import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { PaneList } from "../../core/protocol/lists/lists.ts";
import { Cursor, StreamMessage } from "../../core/protocol/lists/stream.ts";
import { Fleet } from "./fleet.ts";

const nobody = { agent: null, runtime_id: null, state: "unknown", reason_code: "no_agent" } as const;

function fleetOf(...items: Parameters<typeof testPane>[]): Fleet {
  const fleet = new Fleet("epoch1", 10);
  fleet.apply({ changed: items.map(([identity, item]) => testPane(identity, item)), removed: [] }, 11);
  return fleet;
}

describe("Fleet", () => {
  it("[AP10, AT11, LS17] the summary counts panes, agents, open attention, and by state, agent and target", () => {
    const fleet = fleetOf(
      [{ pane_id: "%1" }, asking(5)],
      // attention outlives the state
      [{ pane_id: "%2" }, { ...asking(6), state: "idle" }],
      [{ pane_id: "%3" }, { agent: "claude" }],
      [{ pane_id: "%4" }, nobody],
      [{ pane_id: "%1", target: "vm1" }, nobody],
    );
    expect(fleet.summary()).toEqual({
      panes: 5,
      agents: 3,
      needs_action: 2,
      shelves: { blocked: 2, check: 0, done: 0 },
      by_state: { error: 0, waiting_approval: 0, waiting_input: 1, running: 1, completed: 0, idle: 1, unknown: 0 },
      by_agent: { generic: 2, claude: 1 },
      by_target: { host: 4, vm1: 1 },
    });
  });

  it("[AP10] a list and a snapshot are what the schemas say, also when empty", () => {
    for (const fleet of [fleetOf(), fleetOf([{}, asking(1)])]) {
      const list = fleet.list(99);
      expect(PaneList.parse(list)).toEqual(list);
      expect(list.generated_at).toBe(99);
      const snapshot = fleet.snapshot(99);
      expect(StreamMessage.parse(snapshot)).toEqual(snapshot);
    }
  });

  it("[TG18, AP10] a target that does not answer makes lists, snapshots and deltas partial, until it answers", () => {
    const fleet = fleetOf([{ target: "vm1" }]);
    const error = { target: "vm1", error: { code: "E_SSH_LOGIN", message: "no key", details: {} }, since: 5 } as const;
    const told = () =>
      [fleet.list(9), fleet.snapshot(9), fleet.delta({ changed: [], removed: [] }, 9)].map((each) => [
        each.partial,
        each.target_errors,
      ]);
    fleet.setTargetErrors([error]);
    expect(told()).toEqual([1, 2, 3].map(() => [true, [error]]));
    expect(fleet.list(9).items).toHaveLength(1);
    const delta = fleet.delta({ changed: [], removed: [] }, 9);
    expect(StreamMessage.parse(delta)).toEqual(delta);
    fleet.setTargetErrors([]);
    expect(told()).toEqual([1, 2, 3].map(() => [false, []]));
  });

  it("who needs a person comes first, longest waiting first; then agents; then the rest in tmux's order", () => {
    const fleet = fleetOf(
      [{ pane_id: "%6" }, { ...nobody, window_index: 2 }],
      [{ pane_id: "%5" }, { ...nobody, window_index: 1 }],
      [{ pane_id: "%4" }, { pane_index: 1 }],
      [{ pane_id: "%3" }, { pane_index: 0 }],
      [{ pane_id: "%2" }, asking(9)],
      [{ pane_id: "%1" }, asking(3)],
    );
    expect(fleet.all().map((item) => item.identity.pane_id)).toEqual(["%1", "%2", "%3", "%4", "%5", "%6"]);
  });

  it("[AP16] the cursor is epoch and position, and never goes back", () => {
    const fleet = new Fleet("abc123", 4);
    expect(fleet.cursor).toBe("abc123-4");
    expect(Cursor.safeParse(fleet.cursor).success).toBe(true);
    fleet.apply({ changed: [testPane({})], removed: [] }, 9);
    fleet.apply({ changed: [], removed: [] }, 7);
    expect(fleet.cursor).toBe("abc123-9");
  });

  it("[AP10] a pane that moved to another session is still one pane, and a removed one is gone", () => {
    const fleet = fleetOf([{ pane_id: "%1" }], [{ pane_id: "%2" }]);
    const moved = testPane({ pane_id: "%1", session_name: "other", window_id: "@9" });
    fleet.apply({ changed: [moved], removed: [testPane({ pane_id: "%2" }).identity] }, 12);
    expect(fleet.all()).toEqual([moved]);
    expect(fleet.item("host", "%2")).toBeUndefined();
  });
});
