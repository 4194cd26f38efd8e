import { afterEach, describe, expect, it, vi } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { readRow, rowText } from "../../core/fleet/member-row.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { silentLog } from "../base/test-log.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { RowPublisher } from "./row-publisher.ts";
import { TestServer } from "./test-link.ts";

const BUCKET = "agtmux_panes_me";

function setUp() {
  const store = openMemoryStore("e");
  const target = {
    target_id: "host",
    target_name: "host",
    kind: "local" as const,
    connection_ref: "",
    tmux_socket: "",
  };
  store.upsertTarget({ ...target, is_default: true, last_seen_at: null, health: "ok", updated_at: 0 });
  const items = new Map<string, PaneItem>();
  const listeners = new Set<() => void>();
  const server = new TestServer();
  const publisher = new RowPublisher({
    store,
    pane: (_target, paneId) => items.get(paneId),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    share: "words",
    log: silentLog(),
  });
  const change = (paneId: string, message: string | null) => {
    store.transact(() => {
      if (message === null) store.removeState("host", paneId);
      else store.saveState(testPane({ pane_id: paneId }, { message }));
    });
    if (message === null) items.delete(paneId);
    else items.set(paneId, testPane({ pane_id: paneId }, { message }));
    for (const listener of listeners) listener();
  };
  const stop = new AbortController();
  const run = (generation = 1) =>
    publisher.run({ link: server.link(), bucket: BUCKET, generation, signal: stop.signal }).catch(() => undefined);
  const told = () =>
    Object.fromEntries(
      [...server.texts(BUCKET)].map(([key, text]) => {
        const item = readRow(text ?? "")?.item as PaneItem | null | undefined;
        return [key, item === null ? null : item?.message];
      }),
    );
  afterEach(() => stop.abort());
  return { server, publisher, change, run, told, store };
}

/** Only a hang takes this long. */
function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000 });
}

describe("RowPublisher", () => {
  it("[FL4] sends every pane when it connects, and then what changes", async () => {
    const { change, run, told, publisher } = setUp();
    change("%1", "one");
    void run();
    await eventually(() => expect(told()).toEqual({ "host.1": "one" }));
    change("%2", "two");
    change("%1", "more");
    await eventually(() => expect(told()).toEqual({ "host.1": "more", "host.2": "two" }));
    await eventually(() => expect([publisher.published, publisher.waiting]).toEqual([2, 0]));
  });

  it("[FL4] what changed while there was no server becomes one row per pane, and what it has is not sent again", async () => {
    const { server, change, run, told } = setUp();
    change("%1", "one");
    change("%2", "two");
    void run();
    await eventually(() => expect(Object.keys(told())).toHaveLength(2));
    server.cut();
    const before = server.puts.length;
    for (let n = 0; n < 500; n += 1) change("%1", `change ${n}`);
    void run();
    await eventually(() => expect(told()).toEqual({ "host.1": "change 499", "host.2": "two" }));
    expect(server.puts.slice(before)).toEqual([`${BUCKET} host.1`]);
  });

  it("[FL4] after a week without a server, of which the log has lost the beginning, each pane is sent once", async () => {
    const { server, change, run, told, publisher, store } = setUp();
    for (let pane = 1; pane <= 20; pane += 1) change(`%${pane}`, "before");
    void run();
    await eventually(() => expect(Object.keys(told())).toHaveLength(20));
    server.cut();
    const before = server.puts.length;
    for (let n = 0; n < 2_000; n += 1) change(`%${(n % 19) + 1}`, `change ${n}`);
    store.prune(1, 1);
    expect([publisher.waiting, store.changesSince(20)]).toEqual([0, null]);
    void run();
    await eventually(() => expect(told()).toMatchObject({ "host.1": "change 1995", "host.20": "before" }));
    await eventually(() => expect(publisher.waiting).toBe(0));
    expect(server.puts.slice(before).sort()).toEqual(
      Array.from({ length: 20 }, (_, index) => `${BUCKET} host.${index + 1}`).sort(),
    );
  });

  it("[FL4] with a new generation everything is sent again", async () => {
    const { server, change, run, told } = setUp();
    change("%1", "one");
    void run(1);
    await eventually(() => expect(told()).toEqual({ "host.1": "one" }));
    server.cut();
    void run(2);
    await eventually(() => expect(readRow(server.texts(BUCKET).get("host.1") ?? "")?.generation).toBe(2));
  });

  it("[FL4] what an earlier connection stores late is corrected", async () => {
    const { server, change, run, told } = setUp();
    change("%1", "one");
    void run();
    await eventually(() => expect(told()).toEqual({ "host.1": "one" }));
    const late = rowText(testPane({ pane_id: "%9" }, { message: "long gone" }), { generation: 1, n: 0 }, "words");
    await server.link().put(BUCKET, "host.9", late);
    await eventually(() => expect(told()).toEqual({ "host.1": "one", "host.9": null }));
  });

  it("[FL4] a row that a server shows and takes back later was never acknowledged, so it is sent again", async () => {
    const { server, change, run, told } = setUp();
    change("%1", "one");
    void run();
    await eventually(() => expect(told()).toEqual({ "host.1": "one" }));
    server.cut();
    change("%1", "two");
    const text = rowText(testPane({ pane_id: "%1" }, { message: "two" }), { generation: 1, n: 2 }, "words");
    server.showUnstored(BUCKET, "host.1", text);
    // it is refused, since it would be stored upon a row that is not there
    await run();
    void run();
    await eventually(() => expect(told()).toEqual({ "host.1": "two" }));
  });

  it("[FL5] a pane that is gone stays as a key without an item, also if it went while there was no server", async () => {
    const { server, change, run, told } = setUp();
    for (const pane of ["%1", "%2", "%3"]) change(pane, "here");
    void run();
    await eventually(() => expect(Object.keys(told())).toHaveLength(3));
    change("%1", null);
    await eventually(() => expect(told()).toEqual({ "host.1": null, "host.2": "here", "host.3": "here" }));
    server.cut();
    change("%2", null);
    void run();
    await eventually(() => expect(told()).toEqual({ "host.1": null, "host.2": null, "host.3": "here" }));
  });

  it("[FL5] such keys are removed every hour", async () => {
    vi.useFakeTimers();
    try {
      const { change, run, told } = setUp();
      change("%1", "here");
      void run();
      await vi.advanceTimersByTimeAsync(10);
      change("%1", null);
      await vi.advanceTimersByTimeAsync(10);
      expect(told()).toEqual({ "host.1": null });
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(told()).toEqual({});
    } finally {
      vi.useRealTimers();
    }
  });
});
