import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { PaneItem, PaneList } from "../../src/core/protocol/lists/lists.ts";
import { ask } from "../support/http.ts";
import { marker } from "../support/print.ts";
import {
  daemonWith,
  dropMany,
  leavings,
  processesOn,
  registeredOn,
  signalOn,
  spooled,
  targetOf,
  told,
  untilAlone,
  untilLogged,
  untilPaneOf,
  untilTarget,
  watchedPane,
} from "../support/remote-target.ts";
import { type Sandbox, until } from "../support/sandbox.ts";
import { canNetns, type SshHost, sshHosts } from "../support/ssh-host.ts";
import { follow } from "../support/stream-client.ts";

const LONG = { timeout: 180_000 };

describe.runIf(canNetns())("a link that breaks", () => {
  it("[TG12] a connection killed in the middle of a frame loses nothing and repeats nothing", LONG, async () => {
    const { vm, box, pane } = await watchedPane();
    const tail = ` ${"x".repeat(2_000_000)}`;
    const words: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      vm.slow("8mbit");
      const before = vm.bytesHeard();
      words.push(...dropMany(vm, pane, 6, tail));
      await until(() => vm.bytesHeard() - before > 1_000_000);
      await vm.killConnections();
      vm.slow("1gbit");
      // even the first entry was incomplete, so nothing was stored and nothing removed
      expect(spooled(vm)).toHaveLength(6);
      expect(await untilLogged(box, vm, words.length)).toEqual(words.toSorted());
    }
    await untilPaneOf(box, "vm1", pane, ({ state }) => state === "waiting_input");
    await untilAlone(vm);
  });

  it(
    "[TG16, TG17, TG18, TG12] a silently cut link: unknown once, attention stays, and every event comes back",
    LONG,
    async () => {
      const { vm, box, pane } = await watchedPane();
      const plain = vm.session("plain");
      signalOn(vm, pane, "needs_input", "which way?");
      const asked = await untilPaneOf(box, "vm1", pane, ({ state }) => state === "waiting_input");
      await untilPaneOf(box, "vm1", plain, ({ reason_code }) => reason_code === "no_agent");
      const stream = await follow(box);
      const healths = healthsSince(box);
      const cutAt = Date.now();
      vm.cut();
      const down = await untilPaneOf(box, "vm1", pane, ({ reason_code }) => reason_code === "target_unreachable");
      const downAfter = Date.now() - cutAt;
      expect(down).toMatchObject({ state: "unknown", confidence: "low", attention: asked.attention });
      const startedAt = performance.now();
      const list = await getPanes(box);
      expect(performance.now() - startedAt).toBeLessThan(500);
      expect(list).toMatchObject({ partial: true, target_errors: [{ target: "vm1" }] });
      // sent while the connection is cut
      signalOn(vm, pane, "completed", "found the way");
      const restoredAt = Date.now();
      vm.restore();
      await untilPaneOf(box, "vm1", pane, ({ state }) => state === "completed");
      const backAfter = Date.now() - restoredAt;
      await untilTarget(box, "vm1", ({ health }) => health === "ok");
      expect(healths()).toEqual(["degraded", "down", "ok"]);
      expect(await untilLogged(box, vm, 2)).toEqual(["found", "which"]);
      // signals are received again, by every transport
      vm.type(pane, `echo '${marker("needs_testing", "try it")}'`);
      await untilPaneOf(box, "vm1", pane, ({ attention }) => attention?.kind === "testing");
      const unreachable = "unknown target_unreachable";
      expect(told(stream, "vm1", pane).map(short)).toEqual(["waiting_input", unreachable, "completed", "completed"]);
      expect(told(stream, "vm1", plain).map(short)).toEqual(["unknown no_agent", unreachable, "unknown no_agent"]);
      expect((await getPanes(box)).partial).toBe(false);
      await untilAlone(vm);
      console.info(`cut: down after ${downAfter} ms, back ${backAfter} ms after the link`);
    },
  );

  it(
    "[TG12] a long cut: nothing of ours stays there, and 1,000 signals of the meantime come once each",
    LONG,
    async () => {
      const { vm, box, pane } = await watchedPane({ env: { AGTMUX_WATCHER_QUIET: "10" } });
      vm.cut();
      await until(
        () => leavings(vm).watchers === 0,
        () => processesOn(vm),
      );
      await until(
        () => leavings(vm).controlClients === 0,
        () => processesOn(vm),
      );
      expect(leavings(vm)).toEqual({ watchers: 0, controlClients: 0, files: [] });
      await untilTarget(box, "vm1", ({ health }) => health === "down");
      const words = dropMany(vm, pane, 1_000);
      vm.restore();
      expect(await untilLogged(box, vm, 1_000)).toEqual(words.toSorted());
      const { message } = await untilPaneOf(box, "vm1", pane, ({ state }) => state === "waiting_input");
      expect(message).toBe(words.at(-1));
      await untilAlone(vm);
    },
  );

  it(
    "[TG12, TG17] a slow link with much to carry: all of it comes, once, and nobody takes it for a dead one",
    LONG,
    async () => {
      const { vm, box, pane } = await watchedPane({}, { AGTMUX_HEARTBEAT: "5s" });
      const stream = await follow(box);
      const healths = healthsSince(box);
      vm.slow("2mbit");
      const words = dropMany(vm, pane, 60, ` ${"x".repeat(100_000)}`);
      expect(await untilLogged(box, vm, words.length)).toEqual(words.toSorted());
      expect(healths()).toEqual([]);
      expect(told(stream, "vm1", pane).map(short)).not.toContain("unknown target_unreachable");
      await untilAlone(vm);
    },
  );

  it("[TG17] several short cuts change no state", LONG, async () => {
    const { vm, box, pane } = await watchedPane();
    signalOn(vm, pane, "needs_input", "which way?");
    await untilPaneOf(box, "vm1", pane, ({ state }) => state === "waiting_input");
    const stream = await follow(box);
    const healths = healthsSince(box);
    for (let cuts = 1; cuts <= 4; cuts += 1) {
      vm.cut();
      await until(() => healths().filter((health) => health === "degraded").length === cuts);
      await sleep(1_000);
      vm.restore();
      await untilTarget(box, "vm1", ({ health }) => health === "ok");
    }
    expect(healths()).not.toContain("down");
    signalOn(vm, pane, "working", "this way");
    await until(() => told(stream, "vm1", pane).some(({ state }) => state === "running"));
    expect([...new Set(told(stream, "vm1", pane).map(short))]).toEqual(["waiting_input", "running"]);
    expect(await untilLogged(box, vm, 2)).toEqual(["this", "which"]);
    await untilAlone(vm);
  });

  it("[TG18] a machine that hangs slows no other", LONG, async () => {
    const [vm, hung] = (await sshHosts({}, {})) as [SshHost, SshHost];
    for (const each of [vm, hung]) each.session("first");
    const box = await daemonWith([vm, hung]);
    const pane = await registeredOn(vm, "work");
    const [local] = [box.session("work")];
    await untilPaneOf(box, "vm1", pane, ({ agent }) => agent !== null);
    await untilPaneOf(box, "host", local, () => true);
    const [before] = [await p95(box)];
    hung.freeze();
    await untilTarget(box, "vm2", ({ health }) => health !== "ok");
    const during = await p95(box);
    signalOn(vm, pane, "completed", "not held up");
    await untilPaneOf(box, "vm1", pane, ({ state }) => state === "completed");
    await untilTarget(box, "vm2", ({ health }) => health === "down");
    const after = await p95(box);
    expect(await targetOf(box, "vm1")).toMatchObject({ health: "ok", error: null });
    console.info(
      `list p95: ${ms(before)}, hung ${ms(during)} (${times(during / before)}), down ${ms(after)} (${times(after / before)})`,
    );
    // lists do not wait for it: a hanging target is given up on only after seconds
    for (const each of [during, after]) expect(each).toBeLessThan(1_000);
    hung.thaw();
    await untilTarget(box, "vm2", ({ health }) => health === "ok");
    await untilPaneOf(box, "vm2", "%0", ({ reason_code }) => reason_code === "no_agent");
  });
});

function short({ state, reason_code }: PaneItem): string {
  return reason_code === null ? state : `${state} ${reason_code}`;
}

/** Returns a function that lists the health changes of vm1 since now, from the daemon's log. */
function healthsSince(box: Sandbox): () => string[] {
  const changes = () =>
    box
      .log()
      .split("\n")
      .filter((line) => line.includes('"target health"') && line.includes('"vm1"'))
      .map((line) => (JSON.parse(line) as { to: string }).to);
  const before = changes().length;
  return () => changes().slice(before);
}

async function getPanes(box: Sandbox): Promise<PaneList> {
  const answer = await ask({ socketPath: join(box.home, "agtmuxd.sock") }, { path: "/v1/panes" });
  return JSON.parse(answer.text) as PaneList;
}

async function p95(box: Sandbox): Promise<number> {
  const times: number[] = [];
  for (let asked = 0; asked < 200; asked += 1) {
    const startedAt = performance.now();
    await getPanes(box);
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[189] ?? 0;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function times(value: number): string {
  return `${value.toFixed(2)}×`;
}
