import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { NotifyRule } from "../../core/protocol/settings/settings-notify.ts";
import { NotedFailures } from "../base/test-failures.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { followOthers } from "./follow-others.ts";
import { Outbox } from "./outbox.ts";

const WHERE = { target: "two.host", member: "two" };
const CALM = testPane(WHERE);
const NOW = 10_000_000;

function setUp(queues = [{ name: "phone", queue: "phone", isOwnOnly: false }]) {
  const store = openMemoryStore();
  const outbox = new Outbox({
    store,
    rules: [NotifyRule.parse({ channels: ["phone"], delay: "30s" })],
    queues: () => queues,
    minuteOfDay: () => 0,
    dashboard: "https://hub",
    clock: { now: () => NOW },
    onNew: () => undefined,
  });
  let shown: PaneItem | undefined;
  const deps = { store, itemAt: () => shown, failures: new NotedFailures() };
  const tell = (item: PaneItem | null) => {
    const change = item === null ? { changed: [], removed: [CALM.identity] } : { changed: [item], removed: [] };
    followOthers(change, outbox, deps);
    shown = item ?? undefined;
  };
  const rows = () => store.waitingFor("phone", 9).map(({ due_at, notification: { url } }) => [due_at, url]);
  const dropped = () =>
    store
      .deliveries("dropped", 9)
      .map(({ outcome }) => outcome)
      .sort();
  return { tell, rows, dropped };
}

describe("followOthers", () => {
  it("[FL28] a call of another member's pane waits in the outbox while it is open", () => {
    const { tell, rows, dropped } = setUp();
    tell(CALM);
    tell({ ...CALM, ...asking(NOW) });
    expect(rows()).toEqual([[NOW + 30_000, "https://hub/pane/two.host/1"]]);
    tell({ ...CALM, ...asking(NOW), state: "unknown", reason_code: "member_unreachable" });
    expect(rows()).toHaveLength(1);
    tell(CALM);
    expect([rows(), dropped()]).toEqual([[], ["dropped: answered"]]);
    tell({ ...CALM, ...asking(NOW + 1) });
    tell(null);
    expect([rows(), dropped()]).toEqual([[], ["dropped: answered", "dropped: gone"]]);
  });

  it("[FL28] a call that was open when the member is first heard is told, unless it is old; a clock that is ahead delays nothing", () => {
    const ahead = setUp();
    ahead.tell({ ...CALM, ...asking(NOW + 3_600_000) });
    expect(ahead.rows()).toEqual([[NOW + 30_000, "https://hub/pane/two.host/1"]]);
    const old = setUp();
    old.tell({ ...CALM, ...asking(NOW - 3_600_001) });
    expect([old.rows(), old.dropped()]).toEqual([[], ["dropped: it was open long before this channel"]]);
  });

  it("[FL28] a channel that only flags windows says nothing of panes that are elsewhere", () => {
    const { tell, rows } = setUp([{ name: "phone", queue: "phone", isOwnOnly: true }]);
    tell({ ...CALM, ...asking(NOW) });
    expect(rows()).toEqual([]);
  });
});
