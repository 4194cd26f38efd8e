import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { PushReader, pushServer } from "../../../test/support/push-server.ts";
import { until } from "../../../test/support/sandbox.ts";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { readNotify } from "../../core/protocol/settings/settings-notify.ts";
import { NotedFailures } from "../base/test-failures.ts";
import { silentLog } from "../base/test-log.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import type { Store } from "../store/store.ts";
import { aDelivery } from "../store/test-rows.ts";
import { ChannelFault } from "./channels/channel.ts";
import { Notifier, type NotifierDeps } from "./notifier.ts";

function setUp(
  settings: object,
  panes: PaneItem[] = [],
  store: Store = openMemoryStore(),
  create?: NotifierDeps["create"],
) {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-notifier-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const read = readNotify(settings);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const notifier = new Notifier({
    settings: read.notify,
    dashboard: "",
    store,
    environment: {},
    failures: new NotedFailures(),
    vapidPath: join(dir, "vapid.pem"),
    clock: { now: Date.now },
    log: silentLog(),
    runTmux: () => Promise.reject(new Error("no tmux here")),
    localTargets: () => [],
    panes: () => panes,
    onChange: () => () => undefined,
    itemAt: (_, paneId) => panes.find(({ identity }) => identity.pane_id === paneId),
    seenThrough: () => 0,
    isInDoubt: () => false,
    isWatched: async () => false,
    isInUse: async () => false,
    ...(create !== undefined && { create }),
  });
  onTestFinished(() => notifier.stop());
  return {
    notifier,
    store,
    states: () => store.deliveriesOf("runtime-of-host-1", `a${RAISED}`).map(({ state }) => state),
  };
}

const RAISED = Date.now() - 60_000;
const open = () => [testPane({}, { ...asking(RAISED), agent: "claude" })];
const rule = (delay: string) => ({ rules: [{ channels: ["push"], delay, cooldown: "0s" }] });

describe("Notifier", () => {
  it("[NT3, AP30] a browser that subscribes is told what has just been asked; subscribing again loses nothing", async () => {
    const { notifier, states } = setUp(rule("1h"), open());
    notifier.start();
    const address = { endpoint: "http://127.0.0.1:9/push/1", keys: new PushReader().keys };
    notifier.subscribe(address, "d1");
    expect(states()).toEqual(["waiting"]);
    notifier.subscribe(address, "d1");
    expect([states(), notifier.status().channels.map(({ counts }) => counts.waiting)]).toEqual([["waiting"], [1]]);
    notifier.unsubscribe(address.endpoint, "d1");
    expect(states()).toEqual(["dropped"]);
  });

  it("[NT3] waiting notifications use the browser's current keys", async () => {
    const { notifier, states } = setUp(rule("0s"), open());
    const push = await pushServer(Date.now);
    const { public_key } = notifier.pushState("d1");
    const reader = new PushReader();
    const { endpoint } = push.subscribe(reader, public_key);
    notifier.start();
    push.next({ status: 503 });
    notifier.subscribe({ endpoint, keys: new PushReader().keys }, "d1");
    await until(() => push.received.length === 1);
    notifier.subscribe({ endpoint, keys: reader.keys }, "d1");
    await until(() => states()[0] === "sent");
    expect([push.received.length, states()]).toEqual([2, ["sent"]]);
  });

  it("[NT5] lists a limited number of waiting notifications, first due first, and counts the rest", () => {
    const store = openMemoryStore();
    for (let index = 0; index < 300; index += 1)
      store.addDelivery(aDelivery({ due_at: 2 ** 42 + 300 - index }, `a${index}`));
    const asked: number[] = [];
    const watched: Store = {
      ...store,
      deliveries(state, limit) {
        asked.push(limit);
        return store.deliveries(state, limit);
      },
      waitingFor(channel, limit) {
        asked.push(limit);
        return store.waitingFor(channel, limit);
      },
    };
    const channels = { phone: { kind: "webhook", url: "http://127.0.0.1:9/" } };
    const { notifier } = setUp({ channels }, [], watched);
    const { waiting, counts } = notifier.status();
    expect([waiting.length, waiting[0]?.due_at, counts.waiting]).toEqual([200, 2 ** 42 + 1, 300]);
    expect(Math.max(...asked)).toBeLessThanOrEqual(200);
  });

  it("[NT5] a channel whose test failed says so in its status, until a test or a notification is delivered", async () => {
    const answers = [new ChannelFault("it answered 500"), null];
    const { notifier } = setUp(
      { channels: { phone: { kind: "webhook", url: "http://127.0.0.1:9/" } } },
      [],
      openMemoryStore(),
      (name) => ({
        name,
        kind: "webhook",
        send: async () => {
          const fault = answers.shift();
          if (fault) throw fault;
        },
      }),
    );
    const failure = () => notifier.status().channels[0]?.last_failure;
    expect(failure()).toBeNull();
    await expect(notifier.test("phone")).rejects.toThrow("phone: it answered 500");
    expect(failure()).toBe("it answered 500");
    await notifier.test("phone");
    expect(failure()).toBeNull();
  });
});
