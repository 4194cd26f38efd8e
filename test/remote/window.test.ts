import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { killDaemon, stopDaemon } from "../support/daemon-life.ts";
import { messages, runtimesOf } from "../support/event-log.ts";
import { marker, print } from "../support/print.ts";
import {
  daemonWith,
  leavings,
  processesOn,
  registeredOn,
  signalOn,
  targetOf,
  untilPaneOf,
  untilTarget,
  watcherPids,
} from "../support/remote-target.ts";
import { type Sandbox, until } from "../support/sandbox.ts";
import { type SshHost, sshHost } from "../support/ssh-host.ts";

// only a hang takes this long
vi.setConfig({ testTimeout: 90_000 });

describe("a machine that allows one channel", () => {
  it("[TG13, TX9, TX2] is watched from a hidden window, by every way, and nothing of the user's changes", async () => {
    const vm = await sshHost({ maxSessions: 1 });
    vm.session("first");
    const before = theirs(vm);
    const box = await daemonWith([vm]);
    await untilWindowed(box);
    expect(windows(vm)).toEqual([expect.stringMatching(/^_agtmux schmux-signal-\S+$/)]);
    const pane = await registeredOn(vm, "work");
    await untilPaneOf(box, "vm1", pane, ({ reason_code }) => reason_code === "no_signal");
    await everyWay(vm, box, pane, "once");
    const { items } = await box.panes();
    expect(items.map(({ identity }) => identity.session_name).sort()).toEqual(["first", "work"]);
    vm.tmux("kill-session", "-t", "work");
    expect(theirs(vm)).toEqual(before);
    await stopDaemon(box);
    expect(windows(vm)).toEqual([]);
    expect(theirs(vm)).toEqual(before);
    await until(
      () => leavings(vm).watchers === 0 && leavings(vm).controlClients === 0,
      () => processesOn(vm),
    );
  });

  it("[TG13] its window is created again when somebody closes it", async () => {
    const { vm, box, pane } = await windowed();
    for (const word of ["window", "session"]) {
      const old = vm.tmux("list-panes", "-s", "-t", "_agtmux", "-F", "#{pane_id}");
      vm.tmux(`kill-${word}`, "-t", "_agtmux");
      await until(() => windows(vm).length === 1 && !vm.tmux("list-panes", "-a", "-F", "#{pane_id}").includes(old));
      await untilWindowed(box);
      await everyWay(vm, box, pane, `after the ${word} was closed`);
      expect(watcherPids(vm)).toHaveLength(1);
    }
  });

  it("[TG13] its window is made again when its watcher is killed", async () => {
    const { vm, box, pane } = await windowed();
    const [old] = watcherPids(vm);
    vm.run(`kill -9 ${old}`);
    await until(() => watcherPids(vm).length === 1 && watcherPids(vm)[0] !== old);
    await untilWindowed(box);
    await everyWay(vm, box, pane, "after it was killed");
    expect(windows(vm)).toHaveLength(1);
  });

  it("[TX9, TX1] its server ends with the user's last session, and another one is watched again", async () => {
    const { vm, box, pane } = await windowed();
    vm.tmux("kill-session", "-t", "first");
    await untilWindowed(box);
    expect(windows(vm)).toHaveLength(1);
    vm.type(pane, "exit");
    await until(
      () => !isServerUp(vm),
      () => `${vm.run("tmux list-panes -a")}\n${box.log()}`,
    );
    await until(async () => (await box.panes()).items.length === 0);
    expect(runtimesOf(box, pane)).toMatchObject([{ ended_at: expect.any(Number) }]);
    await untilTarget(box, "vm1", ({ health, error }) => health === "ok" && error === null);
    vm.session("next");
    await untilWindowed(box);
    const next = await registeredOn(vm, "again");
    await everyWay(vm, box, next, "on the next server");
  });

  it("[TG13, TX9] after SIGKILL of the daemon its window goes by itself, and a server that is nobody's with it", async () => {
    const { vm, box } = await windowed({ AGTMUX_WATCHER_QUIET: "7", AGTMUX_WATCHER_TICK: "1" });
    vm.tmux("set-option", "-g", "remain-on-exit", "on");
    await killDaemon(box);
    for (const name of ["first", "work"]) vm.tmux("kill-session", "-t", name);
    await until(
      () => !isServerUp(vm),
      () => `${vm.run("tmux list-panes -a")}\n${processesOn(vm)}`,
    );
    await until(() => leavings(vm).watchers === 0);
  });
});

describe("a machine that allows more channels", () => {
  it("[TX18, SR13] with two of them markers are found by looking, soon, each once", async () => {
    const vm = await sshHost({ maxSessions: 2 });
    const created = recordSessions(vm);
    const box = await daemonWith([vm]);
    const pane = await registeredOn(vm, "work");
    await untilPaneOf(box, "vm1", pane, ({ reason_code }) => reason_code === "no_signal");
    await until(() => box.log().includes("looked at instead"));
    const words = ["one", "two", "two", "three"];
    for (const [n, word] of words.entries()) {
      // a builtin: no change of the foreground program shows that something has happened
      vm.type(pane, `printf -- '--<[schmux:%s:${word}]>--\\n' working`);
      await until(
        () => messages(box, "marker", pane).length === n + 1,
        () => `${messages(box, "marker", pane)}\n${vm.screen(pane)}\n${box.log()}`,
      );
    }
    expect(messages(box, "marker", pane)).toEqual(words);
    expect(await targetOf(box, "vm1")).toMatchObject({ health: "ok", carrier: "channel" });
    expect(created()).toEqual(["first", "work"]);
  });

  it("[TX9, TX2] with enough of them there is never a session of ours, and nothing of the user's changes", async () => {
    const vm = await sshHost();
    const created = recordSessions(vm);
    const before = theirs(vm);
    const box = await daemonWith([vm], { AGTMUX_MARKERS: "all" });
    const pane = await registeredOn(vm, "work");
    await everyWay(vm, box, pane, "once");
    expect(theirs(vm)).toEqual(before);
    await stopDaemon(box);
    await box.startDaemon();
    await everyWay(vm, box, pane, "again");
    await stopDaemon(box);
    expect(theirs(vm)).toEqual(before);
    expect(created()).toEqual(["first", "work"]);
  });
});

async function windowed(env: Record<string, string> = {}) {
  const vm = await sshHost({ maxSessions: 1, env });
  vm.session("first");
  const box = await daemonWith([vm]);
  await untilWindowed(box);
  const pane = await registeredOn(vm, "work");
  await untilPaneOf(box, "vm1", pane, ({ reason_code }) => reason_code === "no_signal");
  return { vm, box, pane };
}

function untilWindowed(box: Sandbox): Promise<void> {
  return untilTarget(box, "vm1", ({ health, carrier }) => health === "ok" && carrier === "window");
}

/** Signals by marker, status file and command, and waits for each. */
async function everyWay(vm: SshHost, box: Sandbox, pane: string, word: string): Promise<void> {
  print(vm, pane, `${marker("needs_input", `marker ${word}`)}\n`);
  await untilPaneOf(box, "vm1", pane, ({ message }) => message === `marker ${word}`);
  vm.type(pane, `echo "completed file ${word}" > "$SCHMUX_STATUS_FILE"`);
  await untilPaneOf(box, "vm1", pane, ({ message }) => message === `file ${word}`);
  signalOn(vm, pane, "error", `hook ${word}`);
  const item = await untilPaneOf(box, "vm1", pane, ({ message }) => message === `hook ${word}`);
  expect(item.state).toBe("error");
  expect(messages(box, "marker", pane).filter((each) => each === `marker ${word}`)).toHaveLength(1);
}

/** Our windows on that machine. */
function windows(vm: SshHost): string[] {
  return vm
    .tmux("list-windows", "-a", "-F", "#{session_name} #{window_name}")
    .split("\n")
    .filter((line) => line.startsWith("_agtmux "));
}

/** The user's session and options; options that start with @agtmux_ are ours. */
function theirs(vm: SshHost): string[] {
  const facts = "#{session_name} #{window_width}x#{window_height} #{session_path}";
  return [
    vm.tmux("list-windows", "-t", "first", "-F", facts),
    ...["-g", "-gw", "-s", "-t first", "-w -t first", "-p -t first", "-gH"].map((which) =>
      vm
        .tmux("show-options", ...which.split(" "))
        .split("\n")
        .filter((line) => !line.startsWith("@agtmux_"))
        .join("\n"),
    ),
    vm.tmux("show-environment", "-t", "first"),
  ];
}

/** Starts a server that records every session created on it. */
function recordSessions(vm: SshHost): () => string[] {
  const file = join(vm.dir, "sessions");
  vm.session("first");
  vm.run(`echo first > ${file}`);
  vm.tmux("set-hook", "-g", "session-created", `run-shell 'echo "#{hook_session_name}" >> ${file}'`);
  return () => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []);
}

function isServerUp(vm: SshHost): boolean {
  return vm.run("tmux list-sessions 2>&1 || :").includes("windows");
}
