import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PaneItem } from "../../src/core/protocol/lists.ts";
import type { TargetItem } from "../../src/core/protocol/targets.ts";
import { query } from "./event-log.ts";
import { type Ran, type Sandbox, sandbox, until } from "./sandbox.ts";
import { drop } from "./spool-drop.ts";
import { type SshHost, type SshHostOptions, sshHost } from "./ssh-host.ts";
import type { StreamClient } from "./stream-client.ts";

/** Quick, so that a test need not wait; the rules are the same. */
export const QUICK = { AGTMUX_HEARTBEAT: "1s", AGTMUX_RECONCILE: "500ms" };

/** ssh itself takes 8 s to give up a host, and is asked three times. */
const PATIENCE_MS = 45_000;

/** A daemon with these machines as its targets, each under its own alias. */
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
  return (await box.json<{ items: TargetItem[] }>("target", "list", "--json")).items.find((item) => item.name === name);
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

/** Its panes are heard as they print: a client of ours is in the session, once no session has come or gone for a while. */
export async function untilListened(vm: SshHost, session: string): Promise<void> {
  await until(() => vm.tmux("list-clients", "-t", session, "-F", "#{client_flags}").includes("control-mode"));
}

/** Waits for a pane of a target to be as wanted, and returns it. */
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

/** A session there whose shell has done `eval "$(agtmux env)"`; returns its pane id. */
export async function registeredOn(vm: SshHost, name: string): Promise<string> {
  const paneId = vm.session(name);
  vm.type(paneId, `eval "$(${vm.home}/bin/agtmux env)"; echo "registered:$?"`);
  await until(
    () => vm.screen(paneId).includes("registered:0"),
    () => `${paneId} of ${vm.alias} is not registered:\n${vm.screen(paneId)}`,
  );
  return paneId;
}

/** A registered pane on a machine that a daemon watches, and another session there. */
export async function watchedPane(
  options: SshHostOptions = {},
  env: NodeJS.ProcessEnv = {},
): Promise<{ vm: SshHost; box: Sandbox; pane: string }> {
  const vm = await sshHost(options);
  vm.session("first");
  const box = await daemonWith([vm], env);
  const pane = await registeredOn(vm, "work");
  await untilPaneOf(box, "vm1", pane, ({ agent }) => agent !== null);
  return { vm, box, pane };
}

/** Types `agtmux signal` into a pane there. */
export function signalOn(vm: SshHost, paneId: string, state: string, message: string): void {
  vm.type(paneId, `${vm.home}/bin/agtmux signal ${state} '${message}'`);
}

/** Entries in the spool there, each with a word of its own as its message; returns the words. */
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

/** What lies in the spool there. */
export function spooled(vm: SshHost): string[] {
  return readdirSync(join(vm.home, "spool", "new"));
}

/** The words of a target's commands, as the log has them; sorted. */
export function loggedWords(box: Sandbox, target: string): string[] {
  return query<{ word: string }>(
    box,
    "SELECT substr(message, 1, instr(message || ' ', ' ') - 1) AS word FROM events WHERE target_id = ? AND source = 'command'",
    target,
  )
    .map(({ word }) => word)
    .sort();
}

/** The words in the target's log when it has so many, and its spool is empty. */
export async function untilLogged(box: Sandbox, vm: SshHost, count: number): Promise<string[]> {
  await until(
    () => loggedWords(box, vm.alias).length >= count && spooled(vm).length === 0,
    () => `${loggedWords(box, vm.alias).length} of ${count}, ${spooled(vm).length} still there\n${box.log()}`,
    PATIENCE_MS,
  );
  return loggedWords(box, vm.alias);
}

/** How a pane was told on the stream, each time that it was. */
export function told(stream: StreamClient, target: string, paneId: string): PaneItem[] {
  return stream.messages.flatMap((message) => {
    const items = message.type === "snapshot" ? message.items : message.changed;
    return items.filter(({ identity }) => identity.target === target && identity.pane_id === paneId);
  });
}

/** What of ours is on that machine. */
export interface Leavings {
  /** Watchers, each with the processes under it counted as one. */
  watchers: number;
  controlClients: number;
  /** Files in its home that stand for something that runs. */
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
      ...readdirSync(join(vm.home, "remote", "clients")).flatMap((name) =>
        readdirSync(join(vm.home, "remote", "clients", name)).map((pid) => `client ${pid}`),
      ),
    ],
  };
}

/** One watcher, one client for all of tmux and one for each session that is listened to, over one connection. */
export async function untilAlone(vm: SshHost, listening = 1): Promise<void> {
  await until(
    () => {
      const { watchers, controlClients } = leavings(vm);
      return watchers === 1 && controlClients === 1 + listening && vm.connections() === 1;
    },
    () => `${JSON.stringify(leavings(vm))}, ${vm.connections()} connections:\n${processesOn(vm)}`,
  );
}

/** Nothing of ours is there any more. */
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

/** Pids, as that machine counts them. */
export function watcherPids(vm: SshHost): number[] {
  const rows = processesOn(vm)
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null && /^sh \S*\/remote\/watcher-\w+\.sh /.test(match[3] ?? ""))
    .map((match) => ({ pid: Number(match?.[1]), parent: Number(match?.[2]) }));
  return rows.filter(({ parent }) => !rows.some(({ pid }) => pid === parent)).map(({ pid }) => pid);
}

/** Pids of ssh processes here that log in to machines of this test. */
export function sshPids(vm: SshHost): number[] {
  return execFileSync("ps", ["-A", "-ww", "-o", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => /^\s*\d+ ssh /.test(line) && line.includes(vm.sshConfig))
    .map((line) => Number.parseInt(line, 10));
}
