import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { events, messages, runtimesOf } from "../support/event-log.ts";
import { canFakeClockOfTmux } from "../support/fake-clock.ts";
import { marker, print, printing } from "../support/print.ts";
import {
  daemonWith,
  paneOf,
  registeredOn,
  signalOn,
  targetOf,
  untilPaneOf,
  untilTarget,
} from "../support/remote-target.ts";
import { type Sandbox, until } from "../support/sandbox.ts";
import { type SshHost, sshHost } from "../support/ssh-host.ts";

// only a hang takes this long
vi.setConfig({ testTimeout: 90_000 });

describe("a tmux server elsewhere that is killed and started again", () => {
  it("[BI13, TX1, SR16] old lives end, and nothing of them shows on panes that have their ids again", async () => {
    const { vm, box } = await observed();
    const pane = await registeredOn(vm, "work");
    print(vm, pane, `${marker("needs_input", "Of the old server")}\n`);
    const before = await untilPaneOf(box, "vm1", pane, ({ state }) => state === "waiting_input");
    await killServer(vm);
    vm.session("first");
    expect(await registeredOn(vm, "work")).toBe(pane);
    const after = await untilPaneOf(
      box,
      "vm1",
      pane,
      ({ runtime_id }) => runtime_id !== null && runtime_id !== before.runtime_id,
    );
    expect(after).toMatchObject({ state: "unknown", reason_code: "no_signal", attention: null, nudge_seq: 0 });
    await changedHandsLongAgo();
    print(vm, pane, `${marker("error", "Of the new server")}\n`);
    await untilPaneOf(box, "vm1", pane, ({ state }) => state === "error");
    expect(messages(box, "marker", pane)).toEqual(["Of the old server", "Of the new server"]);
    expect(runtimesOf(box, pane)).toMatchObject([
      { runtime_id: before.runtime_id, ended_at: expect.any(Number), pane_epoch: 1 },
      { runtime_id: after.runtime_id, ended_at: null, pane_epoch: 2 },
    ]);
  });

  it("[BI13, TX1] without a server every life there is over, and the machine is well", async () => {
    const { vm, box } = await observed();
    const pane = await registeredOn(vm, "work");
    await untilPaneOf(box, "vm1", pane, ({ reason_code }) => reason_code === "no_signal");
    await killServer(vm);
    await until(async () => (await box.panes()).items.length === 0);
    expect(runtimesOf(box, pane)).toMatchObject([{ ended_at: expect.any(Number) }]);
    await untilTarget(box, "vm1", ({ health, error }) => health === "ok" && error === null);
  });
});

describe("a pane elsewhere that is renamed and moved", () => {
  it("[BI13, SR13] keeps its life and is heard on wherever it goes, each word once", async () => {
    const { vm, box } = await observed();
    const pane = await registeredOn(vm, "work");
    const { runtime_id } = await untilPaneOf(box, "vm1", pane, (item) => item.runtime_id !== null);
    vm.session("other");
    const said: string[] = [];
    const moves: [string, string[], Partial<PaneItem & PaneItem["identity"]>][] = [
      ["a new name for its session", ["rename-session", "-t", "work", "play"], { session_name: "play" }],
      ["a new name for its window", ["rename-window", "-t", pane, "stage"], { window_name: "stage" }],
      ["into another session", ["join-pane", "-d", "-s", pane, "-t", "other:0"], { session_name: "other" }],
      ["into a window of its own", ["break-pane", "-d", "-s", pane, "-n", "alone"], { window_name: "alone" }],
      ["a session with its window", ["move-window", "-d", "-s", pane, "-t", "first:7"], { session_name: "first" }],
      ["beside another", ["join-pane", "-d", "-h", "-s", pane, "-t", "first:0"], { window_index: 0 }],
    ];
    for (const [word, command, identity] of moves) {
      vm.tmux(...command);
      print(vm, pane, `${marker("working", word)}\n`);
      said.push(word);
      await untilHeard(box, vm, pane, said);
      const item = await untilPaneOf(box, "vm1", pane, (each) => isLike({ ...each, ...each.identity }, identity));
      expect(item).toMatchObject({ runtime_id, state: "running", message: word });
      expect((await box.panes()).items.filter((each) => each.identity.pane_id === pane)).toHaveLength(1);
    }
    expect(runtimesOf(box, pane)).toMatchObject([{ runtime_id, ended_at: null }]);
    expect(vm.tmux("list-sessions", "-F", "#{session_name}")).not.toContain("_agtmux");
  });

  it("[BI13, SR13] another process in it is another life, whose first words are its own", async () => {
    const { vm, box } = await observed();
    const pane = await registeredOn(vm, "work");
    print(vm, pane, `${marker("needs_input", "First")}\n`);
    const first = await untilPaneOf(box, "vm1", pane, ({ state }) => state === "waiting_input");
    vm.tmux("respawn-pane", "-k", "-t", pane, `${printing(vm, `${marker("error", "Second")}\n`)}; exec sh`);
    const isOther = ({ runtime_id }: PaneItem) => runtime_id !== null && runtime_id !== first.runtime_id;
    const second = await untilPaneOf(box, "vm1", pane, (item) => isOther(item) && item.state === "error");
    expect(second.message).toBe("Second");
    expect(runtimesOf(box, pane)).toMatchObject([{ ended_at: expect.any(Number) }, { ended_at: null }]);
    await changedHandsLongAgo();
    print(vm, pane, `${marker("completed", "Third")}\n`);
    await untilPaneOf(box, "vm1", pane, ({ state }) => state === "completed");
    const ofThisLife = events(box, "marker").filter((event) => event.runtime_id === second.runtime_id);
    expect(ofThisLife.map(({ message }) => message)).toEqual(["Second", "Third"]);
  });
});

describe.skipIf(!canFakeClockOfTmux()).each([
  ["+1h", -3_600_000],
  ["-1h", 3_600_000],
])("a machine whose clock is %s off", (clock, offset) => {
  it("[TG20] marker, status file and hook keep their order and their age", async () => {
    const { vm, box } = await observed({ clock });
    const difference = (await targetOf(box, "vm1"))?.clock_offset_ms ?? 0;
    expect(Math.abs(difference - offset)).toBeLessThan(2_000);
    const pane = vm.session("work");
    const printedAt = Date.now();
    print(vm, pane, `${marker("needs_input", "before anybody listened")}\n`);
    await until(() => vm.screen(pane).includes("listened]>--"));
    vm.type(pane, `eval "$(${vm.home}/bin/agtmux env)"`);
    const says: [string, string, () => void][] = [
      ["waiting_input", "before anybody listened", () => {}],
      ["waiting_input", "a marker", () => print(vm, pane, `${marker("needs_input", "a marker")}\n`)],
      ["error", "a file", () => vm.type(pane, 'echo "error a file" > "$SCHMUX_STATUS_FILE"')],
      ["completed", "a hook", () => signalOn(vm, pane, "completed", "a hook")],
      ["waiting_input", "another marker", () => print(vm, pane, `${marker("needs_input", "another marker")}\n`)],
      ["error", "another hook", () => signalOn(vm, pane, "error", "another hook")],
      ["completed", "another file", () => vm.type(pane, 'echo "completed another file" > "$SCHMUX_STATUS_FILE"')],
      ["error", "a last marker", () => print(vm, pane, `${marker("error", "a last marker")}\n`)],
    ];
    for (const [state, message, say] of says) {
      // events closer together than a clock query takes cannot be ordered
      await sleep(500);
      say();
      const item = await untilPaneOf(box, "vm1", pane, (each) => each.message === message);
      expect(item.state).toBe(state);
      // tmux reports output times in whole seconds
      expect(item.since).toBeGreaterThan(printedAt - 1_500);
      expect(item.since).toBeLessThanOrEqual(Date.now());
    }
    const heard = events(box).filter(({ source }) => source !== "process");
    expect(heard.map(({ message }) => message)).toEqual(says.map(([, message]) => message));
    const times = heard.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

describe("what a pane elsewhere is called, where it is and what it runs", () => {
  it("[TG9] is known in about 2 s", async () => {
    const { vm, box } = await observed({}, { AGTMUX_RECONCILE: "2s" });
    const pane = vm.session("work");
    await untilPaneOf(box, "vm1", pane, () => true);
    for (const round of [1, 2]) {
      const before = Date.now();
      vm.run(`mkdir ${vm.dir}/place-${round}`);
      // builtins only: tmux sends no notification
      vm.type(pane, `cd ${vm.dir}/place-${round}; printf '\\033]2;title ${round}\\007'`);
      const item = await untilPaneOf(box, "vm1", pane, ({ title }) => title === `title ${round}`);
      expect(item.cwd).toBe(`${vm.dir}/place-${round}`);
      // 1 s until tmux reports output, 2 s until the next look, the rest for a busy machine
      expect(Date.now() - before).toBeLessThan(6_000);
    }
    vm.type(pane, "sleep 600");
    await untilPaneOf(box, "vm1", pane, ({ command }) => command === "sleep");
  });
});

/** A machine with a session, and a daemon that observes it. */
async function observed(
  options: Parameters<typeof sshHost>[0] = {},
  env: NodeJS.ProcessEnv = {},
): Promise<{ vm: SshHost; box: Sandbox }> {
  const vm = await sshHost(options);
  vm.session("first");
  const box = await daemonWith([vm], env);
  await until(async () => (await paneOf(box, "vm1", "%0")) !== undefined, box.log.bind(box));
  return { vm, box };
}

async function killServer(vm: SshHost): Promise<void> {
  const pid = vm.tmux("display-message", "-p", "#{pid}");
  vm.tmux("kill-server");
  await until(() => vm.run(`kill -0 ${pid} 2>&1 || :`) !== "");
}

/** In the first second of a runtime a pane may still report its previous process, so events are not bound. */
function changedHandsLongAgo(): Promise<void> {
  return sleep(1_100);
}

async function untilHeard(box: Sandbox, vm: SshHost, pane: string, wanted: readonly string[]): Promise<void> {
  await until(
    () => JSON.stringify(messages(box, "marker", pane)) === JSON.stringify(wanted),
    () => `heard ${JSON.stringify(messages(box, "marker", pane))}\n${vm.screen(pane)}\n${box.log()}`,
  );
}

function isLike<T extends object>(whole: T, part: Partial<T>): boolean {
  return (Object.keys(part) as (keyof T)[]).every((key) => whole[key] === part[key]);
}
