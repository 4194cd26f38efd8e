import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { query } from "../support/event-log.ts";
import { marker } from "../support/print.ts";
import { daemonWith, registeredOn, untilPaneOf } from "../support/remote-target.ts";
import { AGTMUX, type Sandbox, until } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { type SshHost, sshHosts } from "../support/ssh-host.ts";

/** One of the machines, and how to signal on it. */
interface Place {
  target: string;
  pane: string;
  /** Types a line into the shell of its pane. */
  type(line: string): void;
  /** Writes a file on that machine; returns its path. */
  file(name: string, text: string): string;
  command: string;
  hook(payload: string): void;
}

it("[TG1, TG5, TG8, SR19] three machines say the same at the same time, each by every way, and nothing is mixed up", async () => {
  const [vm1, vm2] = (await sshHosts({}, {})) as [SshHost, SshHost];
  for (const vm of [vm1, vm2]) vm.session("first");
  const box = await daemonWith([vm1, vm2]);
  box.session("first");
  const places = [await placeHere(box), await placeThere(vm1), await placeThere(vm2)];
  // only the target differs
  expect(places.map(({ pane }) => pane)).toEqual(["%1", "%1", "%1"]);

  for (const { type, file, target } of places)
    type(`cat ${file("said", `${marker("needs_input", `marker of ${target}`)}\n`)}`);
  await everywhere(box, places, "waiting_input", "marker");
  for (const { type, target } of places) type(`echo "completed file of ${target}" >"$SCHMUX_STATUS_FILE"`);
  await everywhere(box, places, "completed", "file");
  for (const { type, target, command } of places) type(`${command} signal error 'command of ${target}'`);
  await everywhere(box, places, "error", "command");
  for (const { hook, target } of places) hook(`{"hook":"of ${target}"}`);
  await until(() => logged(box).filter(({ source }) => source === "hook").length >= 3);

  expect(logged(box)).toEqual(
    places
      .flatMap(({ target, pane }) => [
        said(target, pane, "command", "schmux.error", `command of ${target}`),
        said(target, pane, "hook", "some-agent.some-event", `{"hook":"of ${target}"}`),
        said(target, pane, "marker", "schmux.needs_input", `marker of ${target}`),
        said(target, pane, "status_file", "schmux.completed", `file of ${target}`),
      ])
      .sort(byPlace),
  );
});

/** Waits until the list shows all of them, each with its own message. */
async function everywhere(box: Sandbox, places: readonly Place[], state: string, way: string): Promise<void> {
  for (const { target, pane } of places) {
    const item = await untilPaneOf(box, target, pane, ({ message }) => message.startsWith(way));
    expect(item).toMatchObject({
      identity: { target, session_name: "work", pane_id: pane },
      ref: `pane:${target}/work/${item.identity.window_id}/${pane}`,
      agent: "generic",
      state,
      message: `${way} of ${target}`,
    });
  }
}

async function placeHere(box: Sandbox): Promise<Place> {
  const pane = await box.registered("work");
  await untilPaneOf(box, "host", pane, ({ agent }) => agent !== null);
  const tmux = `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
  return {
    target: "host",
    pane,
    type: (line) => box.type(pane, line),
    file: (name, text) => written(join(box.dir, name), text),
    command: AGTMUX,
    hook: (payload) => void drop(box, { agent: "some-agent", event: "some-event", pane, tmux, payload }),
  };
}

async function placeThere(vm: SshHost): Promise<Place> {
  const pane = await registeredOn(vm, "work");
  const command = `${vm.home}/bin/agtmux`;
  const file = (name: string, text: string) => written(join(vm.dir, name), text);
  return {
    target: vm.alias,
    pane,
    type: (line) => vm.type(pane, line),
    file,
    command,
    hook: (payload) => vm.type(pane, `${command} hook some-agent some-event <${file("payload", payload)}`),
  };
}

function written(path: string, text: string): string {
  writeFileSync(path, text);
  return path;
}

interface Said {
  target: string;
  pane: string;
  source: string;
  type: string;
  words: string;
}

function said(target: string, pane: string, source: string, type: string, words: string): Said {
  return { target, pane, source, type, words };
}

/** All bound events in the log. */
function logged(box: Sandbox): Said[] {
  return query<Said>(
    box,
    `SELECT target_id AS target, pane_id AS pane, source, event_type AS type, coalesce(payload ->> '$', message) AS words
     FROM events WHERE bind_status = 'bound'`,
  ).sort(byPlace);
}

function byPlace(a: Said, b: Said): number {
  return `${a.target} ${a.source}` < `${b.target} ${b.source}` ? -1 : 1;
}
