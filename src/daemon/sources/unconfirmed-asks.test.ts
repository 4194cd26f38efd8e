import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { UnconfirmedAsks } from "./unconfirmed-asks.ts";

const MIN = 60_000;

function setUp(panes: () => PaneItem[]) {
  const read: string[] = [];
  const clock = { at: 0, now: () => clock.at };
  const asks = new UnconfirmedAsks({ panes, read: (paneId) => void read.push(paneId), everyMs: 10 * MIN, clock });
  const checkAt = (at: number) => {
    clock.at = at;
    asks.check();
    return read.splice(0);
  };
  return { checkAt };
}

const ask = (pane_id: string, change: Partial<PaneItem> = {}) =>
  testPane({ pane_id }, { ...asking(1_000), source: "hook", confidence: "low", ...change });

describe("asks that nothing has shown for long", () => {
  it("[EN39] have their screen read every ten minutes while no level shows them", () => {
    let panes = [ask("%1")];
    const { checkAt } = setUp(() => panes);
    expect([0, 2_000, 10 * MIN - 1, 10 * MIN, 15 * MIN].map(checkAt)).toEqual([["%1"], [], [], ["%1"], []]);
    panes = [ask("%1", { confidence: "high" })];
    expect(checkAt(20 * MIN)).toEqual([]);
    panes = [ask("%1")];
    expect(checkAt(21 * MIN)).toEqual(["%1"]);
  });

  it("[EN39] cause no other screen to be read", () => {
    const others = [
      ask("%1", { confidence: "high" }),
      ask("%2", { source: "screen" }),
      ask("%3", { source: "rules" }),
      ask("%4", { state: "running" }),
      ask("%5", { runtime_id: null }),
    ];
    expect(setUp(() => others).checkAt(0)).toEqual([]);
  });
});
