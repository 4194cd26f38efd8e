import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { TargetItem } from "../../src/core/protocol/daemon/targets.ts";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { query } from "./event-log.ts";
import { type Ran, type Sandbox, sandbox, until } from "./sandbox.ts";
import { drop } from "./spool-drop.ts";
import { type SshHost, type SshHostOptions, sshHost } from "./ssh-host.ts";
import type { StreamClient } from "./stream-client.ts";

/** Short intervals, so that tests do not wait; the rules are the same. */
export const QUICK = { AGTMUX_HEARTBEAT: "1s", AGTMUX_RECONCILE: "500ms" };

/** ssh itself takes 8 s to give up on a host, and is tried three times. */
const PATIENCE_MS = 60_000;

/** A daemon with these machines as targets, each under its own alias. */
export async function daemonWith(hosts: readonly SshHost[], env: NodeJS.ProcessEnv = {}): Promise<Sandbox> {
  const box = sandbox({ ...QUICK, AGTMUX_SSH_CONFIG: hosts[0]?.sshConfig, ...env });
  await box.startDaemon();
  for (const { alias } of hosts) {
    const ran = await addTarget(box, alias);
    if (ran.code !== 0) throw new Error(`${alias} is not added: ${ran.stderr}\n${box.log()}`);
  }
  return box;
}

export function addTarget(box: Sandbox, alias: string): Promise<Ran> {
  return box.agtmux(["target", "add", alias, "--kind", "ssh"]);
}

export async function targetOf(box: Sandbox, name: string): Promise<TargetItem | undefined> {
  return (await box.client.targets()).items.find((item) => item.name === name);
}

export async function untilTarget(box: Sandbox, name: string, wanted: (item: TargetItem) => boolean): Promise<void> {
  let last: TargetItem | undefined;
  await until(
    async () => {
      last = await targetOf(box, name);
      return last !== undefined && wanted(last);
    },
    () => `${name} is ${JSON.stringify(last)}\n${box.log()}`,
    PATIENCE_MS,
  );
}

export async function paneOf(box: Sandbox, target: string, paneId: string): Promise<PaneItem | undefined> {
  const { items } = await box.panes();
  return items.find(({ identity }) => identity.target === target && identity.pane_id === paneId);
}

/** Waits until the pane's output is piped to us. */
export async function untilListened(vm: SshHost, session: string): Promise<void> {
  await until(() => vm.tmux("display-message", "-p", "-t", session, "#{pane_pipe}") === "1");
}

/** Waits until a pane of a target satisfies `wanted`, and returns it. */
export async function untilPaneOf(
  box: Sandbox,
  target: string,
  paneId: string,
  wanted: (item: PaneItem) => boolean,
): Promise<PaneItem> {
  let last: PaneItem | undefined;
  await until(
    async () => {
      last = await paneOf(box, target, paneId);
      return last !== undefined && wanted(last);
    },
    () => `${target} ${paneId} is ${JSON.stringify(last)}\n${box.log()}`,
    PATIENCE_MS,
  );
  return last as unknown as PaneItem;
}

/** A session on that machine whose shell has run `eval "$(agtmux env)"`; returns its pane id. */
export async function registeredOn(vm: SshHost, name: string): Promise<string> {
  const paneId = vm.session(name);
  vm.type(paneId, `eval "$(${vm.home}/bin/agtmux env)"; echo "registered:$?"`);
  await until(
    // and the next prompt, as here
    () => /registered:0\s+\S/.test(vm.screen(paneId)),
    () => `${paneId} of ${vm.alias} is not registered:\n${vm.screen(paneId)}`,
  );
  return paneId;
}

/** A registered pane on a machine that a daemon watches, plus another session there. */
export async function watchedPane(
  options: SshHostOptions = {},
  env: NodeJS.ProcessEnv = {},
): Promise<{ vm: SshHost; box: Sandbox; pane: string }> {
  const vm = await sshHost(options);
  vm.session("first");
  const box = await daemonWith([vm], env);
  const pane = await registeredOn(vm, "work");
  await untilPaneOf(box, "vm1", pane, ({ agent }) => agent !== null);
  if (options.maxSessions === undefined)
    await until(
      () => vm.tmux("display-message", "-p", "-t", pane, "#{pane_pipe}") === "1",
      () => box.log(),
    );
  return { vm, box, pane };
}

/** Types `agtmux signal` into a pane on that machine. */
export function signalOn(vm: SshHost, paneId: string, state: string, message: string): void {
  vm.type(paneId, `${vm.home}/bin/agtmux signal ${state} '${message}'`);
}

/** Drops spool entries on that machine, each with a unique first word in its message; returns these words. */
export function dropMany(vm: SshHost, paneId: string, count: number, tail = ""): string[] {
  const tmux = `${vm.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
  return Array.from({ length: count }, (_, index) => {
    const word = `${vm.alias}-${entries++}`;
    drop(vm, {
      agent: "schmux",
      event: index % 2 === 0 ? "working" : "needs_input",
      pane: paneId,
      tmux,
      payload: word + tail,
    });
    return word;
  });
}

let entries = 0;

/** Files in the spool on that machine. */
export function spooled(vm: SshHost): string[] {
  return readdirSync(join(vm.home, "spool", "new"));
}

/** The first words of a target's logged `command` events, sorted. */
export function loggedWords(box: Sandbox, target: string): string[] {
  return query<{ word: string }>(
    box,
    "SELECT substr(message, 1, instr(message || ' ', ' ') - 1) AS word FROM events WHERE target_id = ? AND source = 'command'",
    target,
  )
    .map(({ word }) => word)
    .sort();
}

/** Waits until the target's log has `count` words and its spool is empty; returns the words. */
export async function untilLogged(box: Sandbox, vm: SshHost, count: number): Promise<string[]> {
  await until(
    () => loggedWords(box, vm.alias).length >= count && spooled(vm).length === 0,
    () => `${loggedWords(box, vm.alias).length} of ${count}, ${spooled(vm).length} still there\n${box.log()}`,
    PATIENCE_MS,
  );
  return loggedWords(box, vm.alias);
}

/** Every version of a pane that the stream sent. */
export function told(stream: StreamClient, target: string, paneId: string): PaneItem[] {
  return stream.messages.flatMap((message) => {
    const items = message.type === "snapshot" ? message.items : message.changed;
    return items.filter(({ identity }) => identity.target === target && identity.pane_id === paneId);
  });
}

/** Everything of ours on that machine. */
export interface Leavings {
  /** Number of watchers; the processes under one are not counted. */
  watchers: number;
  controlClients: number;
  /** Files in its home that exist only while something runs. */
  files: string[];
}

export function leavings(vm: SshHost): Leavings {
  return {
    watchers: watcherPids(vm).length,
    controlClients: vm
      .run("tmux list-clients -F '#{client_control_mode}' 2>/dev/null || :")
      .split("\n")
      .filter((line) => line === "1").length,
    files: [
      ...["wake", "lock", "clock", "separator"].filter((name) => existsSync(join(vm.home, "spool", name))),
      ...["clients", "pipes"].flatMap((kind) =>
        filesOf(join(vm.home, "remote", kind)).map((name) => `${kind}/${name}`),
      ),
      ...processesOn(vm)
        .split("\n")
        .filter((line) => line.includes("/remote/pipes/"))
        .map((line) => line.trim()),
    ],
  };
}

function filesOf(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory).flatMap((daemon) => readdirSync(join(directory, daemon)));
}

/** Waits until there are exactly one watcher and one tmux control client, over one connection. */
export async function untilAlone(vm: SshHost): Promise<void> {
  await until(
    () => {
      const { watchers, controlClients } = leavings(vm);
      return watchers === 1 && controlClients === 1 && vm.connections() === 1;
    },
    () => `${JSON.stringify(leavings(vm))}, ${vm.connections()} connections:\n${processesOn(vm)}`,
  );
}

/** Waits until nothing of ours is left on that machine. */
export async function untilGone(vm: SshHost): Promise<void> {
  const nothing = JSON.stringify({ watchers: 0, controlClients: 0, files: [] });
  await until(
    () => JSON.stringify(leavings(vm)) === nothing && vm.connections() === 0,
    () => `${JSON.stringify(leavings(vm))}, ${vm.connections()} connections:\n${processesOn(vm)}`,
  );
}

export function processesOn(vm: SshHost): string {
  return vm.run("ps -A -ww -o pid=,ppid=,args=");
}

/** Pids in that machine's own numbering. */
export function watcherPids(vm: SshHost): number[] {
  const rows = processesOn(vm)
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null && /^sh \S*\/remote\/watcher-\w+\.sh /.test(match[3] ?? ""))
    .map((match) => ({ pid: Number(match?.[1]), parent: Number(match?.[2]) }));
  return rows.filter(({ parent }) => !rows.some(({ pid }) => pid === parent)).map(({ pid }) => pid);
}

/** Pids of local ssh processes that log in to machines of this test. */
export function sshPids(vm: SshHost): number[] {
  return execFileSync("ps", ["-A", "-ww", "-o", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => /^\s*\d+ ssh /.test(line) && line.includes(vm.sshConfig))
    .map((line) => Number.parseInt(line, 10));
}
