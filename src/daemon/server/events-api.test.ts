import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import type { WebSocket } from "ws";
import { testPane } from "../../../test/support/test-pane.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { WatchEvent } from "../../core/protocol/lists/watch-event.ts";
import { ChangeFeed } from "../publish/change-feed.ts";
import { Fleet } from "../publish/fleet.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { openEvents } from "./events-api.ts";

/** Follows all events of a fleet; `save` changes the fleet. */
function following(words: Record<string, string> = {}) {
  const store = openMemoryStore("abc");
  const fleet = new Fleet("abc", 0);
  const clock = { now: () => 99 };
  const sent: string[] = [];
  let tell = () => {};
  const events = {
    feed: new ChangeFeed({ store, fleet, clock }),
    onChange(listener: () => void) {
      tell = listener;
      return () => undefined;
    },
    onForeign: () => () => undefined,
    source: () => fleet.source(99),
    known: () => ({ targets: ["host"], agents: ["generic"] }),
  };
  const save = (pane_id: string, item: Partial<PaneItem>) => {
    const pane = testPane({ pane_id }, item);
    fleet.apply({ changed: [pane], removed: [] }, store.saveState(pane) ?? 0);
    tell();
  };
  const open = () => {
    const socket = Object.assign(new EventEmitter(), { bufferedAmount: 0, send: (text: string) => sent.push(text) });
    openEvents(
      new Map(Object.entries(words).map(([name, word]) => [name, [word]])),
      events,
    )(socket as unknown as WebSocket);
    return () => socket.emit("close");
  };
  return { save, open, lines: () => sent.map((text) => WatchEvent.strict().parse(JSON.parse(text))) };
}

describe("following events", () => {
  it("[LS9, AP10] each is the one item of a list, with its cursor, the filters and the summary of what is listed", () => {
    const { save, open, lines } = following({ session: "main" });
    save("%1", { message: "first" });
    const leave = open();
    save("%2", { state: "error", message: "second" });
    leave();
    expect(lines()).toMatchObject([
      { schema_version: 2, generated_at: 99, cursor: "abc-1", items: [{ change: "present", message: "first" }] },
      {
        filters: { session: ["main"] },
        summary: { panes: 2, by_state: { error: 1, running: 1 } },
        partial: false,
        target_errors: [],
        cursor: "abc-2",
        items: [{ type: "pane", cursor: "abc-2", identity: { pane_id: "%2" }, state: "error", message: "second" }],
      },
    ]);
  });
});
