import { describe, expect, it, onTestFinished, vi } from "vitest";
import { events, messages } from "../support/event-log.ts";
import { FakeTmux } from "../support/fake-tmux.ts";
import { marker, print } from "../support/print.ts";
import { daemonWith, registeredOn, targetOf, untilPaneOf, untilTarget } from "../support/remote-target.ts";
import { type Sandbox, sandbox, until } from "../support/sandbox.ts";
import { type SshHost, type SshHostOptions, sshHost } from "../support/ssh-host.ts";

// only a hang takes this long
vi.setConfig({ testTimeout: 120_000 });

/** A tmux server, local or on another machine. */
interface Place {
  name: string;
  target: string;
  box: Sandbox;
  at: SshHost | Sandbox;
  pane: string;
  /** Takes a pid in that machine's own numbering. */
  kill(signal: string, pid: number): void;
}

describe.each([
  { where: "on this machine", begin: locally },
  { where: "elsewhere", begin: (path?: string) => remotely({}, path) },
  { where: "elsewhere, with three channels", begin: (path?: string) => remotely({ maxSessions: 3 }, path) },
  { where: "elsewhere, with one channel", begin: (path?: string) => remotely({ maxSessions: 1 }, path) },
])("tmux $where", ({ begin }) => {
  it("[TX8] a connection through which nothing comes any more is found and replaced", async () => {
    const fake = FakeTmux.withRelays();
    const { box, at, pane, target, kill } = await begin(fake.path);
    print(at, pane, `${marker("working", "Before")}\n`);
    await untilHeard(box, pane, ["Before"]);
    const relays = fake.relays();
    for (const pid of relays) kill("STOP", pid);
    onTestFinished(() => {
      for (const pid of relays) kill("CONT", pid);
    });
    print(at, pane, `${marker("needs_input", "Into the void")}\n`);
    await until(() => fake.relays().length === 2 * relays.length);
    await untilHeard(box, pane, ["Before", "Into the void"]);
    await untilPaneOf(box, target, pane, ({ state }) => state === "waiting_input");
    await untilTarget(box, target, ({ health, error }) => health === "ok" && error === null);
    print(at, pane, `${marker("completed", "After")}\n`);
    await untilHeard(box, pane, ["Before", "Into the void", "After"]);
    expect(box.log().match(/"target health"/g)?.length).toBeGreaterThan(1);
    expect(events(box, "process")).toEqual([]);
  });

  it("[TX8, TG16] a server that hangs is degraded, then down; when it goes on nothing is lost", async () => {
    const { box, at, pane, target, kill } = await begin();
    print(at, pane, `${marker("needs_input", "Before")}\n`);
    const before = await untilPaneOf(box, target, pane, ({ state }) => state === "waiting_input");
    const carrier = (await targetOf(box, target))?.carrier;
    const server = Number(at.tmux("display-message", "-p", "#{pid}"));
    const later = `sleep 2; ${"printf -- '--<[schmux:%s:While it hung]>--\\n' error"}`;
    at.type(pane, later);
    kill("STOP", server);
    onTestFinished(() => kill("CONT", server));
    await untilTarget(box, target, ({ health }) => health === "degraded");
    await untilTarget(box, target, ({ health, error }) => health === "down" && error !== null);
    const down = await untilPaneOf(box, target, pane, ({ state }) => state === "unknown");
    expect(down).toMatchObject({ reason_code: "target_unreachable", attention: before.attention });
    kill("CONT", server);
    await untilTarget(box, target, (item) => item.health === "ok" && item.carrier === carrier);
    const after = await untilPaneOf(box, target, pane, ({ state }) => state === "error");
    expect(after).toMatchObject({ runtime_id: before.runtime_id, message: "While it hung" });
    expect(messages(box, "marker", pane)).toEqual(["Before", "While it hung"]);
    expect(events(box, "process")).toEqual([]);
  });
});

async function locally(path = process.env.PATH): Promise<Place> {
  const box = sandbox({ AGTMUX_HEARTBEAT: "1s", AGTMUX_RECONCILE: "500ms", PATH: path });
  box.session("first");
  await box.startDaemon();
  const pane = await box.registered("work");
  const kill = (signal: string, pid: number) => {
    process.kill(pid, `SIG${signal}`);
  };
  return { name: "local", target: "host", box, at: box, pane, kill };
}

async function remotely(options: SshHostOptions, path?: string): Promise<Place> {
  const vm = await sshHost({ ...options, env: path === undefined ? {} : { PATH: path } });
  vm.session("first");
  const box = await daemonWith([vm]);
  await untilTarget(box, "vm1", ({ health }) => health === "ok");
  const pane = await registeredOn(vm, "work");
  await untilPaneOf(box, "vm1", pane, ({ reason_code }) => reason_code === "no_signal");
  const kill = (signal: string, pid: number) => {
    vm.run(`kill -${signal} ${pid} 2>/dev/null || :`);
  };
  return { name: "remote", target: "vm1", box, at: vm, pane, kill };
}

async function untilHeard(box: Sandbox, pane: string, wanted: readonly string[]): Promise<void> {
  await until(
    () => JSON.stringify(messages(box, "marker", pane)) === JSON.stringify(wanted),
    () => `heard ${JSON.stringify(messages(box, "marker", pane))}\n${box.log()}`,
  );
}
