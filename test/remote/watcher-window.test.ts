import { appendFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { quoted } from "../../src/core/provision/shell-words.ts";
import { createControlModeParser } from "../../src/core/terminal/control-mode.ts";
import { RemoteLines } from "../../src/daemon/targets/carriers/remote-lines.ts";
import { processStart } from "../../src/daemon/targets/processes/processes.ts";
import { takeSpoolLock } from "../../src/daemon/targets/watcher/spool-lock.ts";
import { WatcherClient } from "../../src/daemon/targets/watcher/watcher-client.ts";
import { isRunning } from "../support/daemon-life.ts";
import { type Sandbox, sandbox, spawned, until } from "../support/sandbox.ts";
import { SHELLS, type Shell, textOf, WatcherMachine } from "../support/watcher-machine.ts";

describe.each(SHELLS)("a watcher in a window, under $name", (shell) => {
  it("[TG13] is asked by typing and answers through the pane's output", async () => {
    const { machine, client, batches, files } = await windowed(shell);
    machine.drop("1.2.3", "a_b % \x1b[31m é\r\n");
    client.next();
    await until(() => batches.length === 1);
    expect(batches[0]?.map(textOf)).toEqual(["a_b % \x1b[31m é\r\n"]);
    client.ack(["1.2.3"]);
    const path = join(machine.dir, "a file; $(x) 'y'");
    writeFileSync(path, "working");
    client.watchFile(path);
    await until(() => files.length === 1);
    await until(() => readdirSync(machine.spool("new")).length === 0);
    expect(files).toEqual([path]);
    client.bye();
    await until(() => machine.leftovers().length === 0);
  });

  it("[SR27, TG13] lines of a file come through it whole, in pieces that were asked for", async () => {
    const { machine, client, lines } = await windowed(shell);
    const path = join(machine.dir, "a transcript; $(x)");
    const wanted = Array.from({ length: 4_000 }, (_, number) => `${number} é_%\t${"z".repeat(90)}\x1b[2J`);
    writeFileSync(path, "");
    const told: string[] = [];
    let isKnown = false;
    lines.attach(client);
    lines.follow(path, null, (each) => {
      isKnown = true;
      told.push(...each.map(({ text }) => text));
      return true;
    });
    await until(() => isKnown);
    appendFileSync(path, `${wanted.join("\n")}\nhal`);
    await until(() => told.length >= wanted.length);
    appendFileSync(path, "f\n");
    await until(() => told.length > wanted.length);
    expect(told).toEqual([...wanted, "half"]);
    client.bye();
    await until(() => machine.leftovers().length === 0);
  });

  it("[TG26] a window and a control client of a link that was cut do not stay", async () => {
    const { box, machine, controlPid } = await windowed(shell, { AGTMUX_WATCHER_QUIET: "2" });
    const { clients } = machine.bootstrap();
    writeFileSync(join(clients, String(controlPid)), "");
    await until(() => !isRunning(controlPid) && machine.leftovers().length === 0);
    await until(() => readdirSync(clients).length === 0);
    await until(() => readdirSync(machine.spool()).length === 3);
    expect(box.tmux("list-sessions", "-F", "#{session_name}")).toBe("work");
  });
});

describe.each(SHELLS)("the lock of a spool, under $name", (shell) => {
  it("[TG15] is the same for a daemon on that machine", async () => {
    const machine = new WatcherMachine(shell);
    machine.bootstrap();
    const options = { pid: process.pid, startOf: (pid: number) => processStart(pid, 0)?.start ?? null };
    const lock = takeSpoolLock(machine.spool(), "daemon-1", options);
    const refused = await machine.watch("daemon-1");
    expect(refused.refused).toMatchObject([{ kind: "daemon", daemon: "daemon-1", pid: process.pid }]);
    if (lock.ok) lock.release();
    const watcher = await machine.watch("daemon-2");
    expect(takeSpoolLock(machine.spool(), "daemon-2", options)).toMatchObject({
      ok: false,
      owner: { kind: "watcher", daemon: "daemon-2", pid: watcher.hello?.pid },
    });
    process.kill(watcher.hello?.pid ?? 0, "SIGKILL");
    await until(() => watcher.ended);
    const taken = takeSpoolLock(machine.spool(), "daemon-1", options);
    expect(taken.ok).toBe(true);
    if (taken.ok) taken.release();
  });
});

/** A tmux server with a user's session, a watcher in a session of its own, and a control client that reads it. */
async function windowed(shell: Shell, env: NodeJS.ProcessEnv = {}) {
  const machine = new WatcherMachine(shell);
  const box: Sandbox = sandbox({ ...machine.env, PATH: process.env.PATH, ...env });
  const { watcher } = machine.bootstrap();
  box.session("work");
  const command = [...shell.argv, watcher, "daemon-1", "window"].map(quoted);
  const control = spawned("tmux", ["-L", box.socketName, "-C", "attach", "-t", "work"], box.env);
  const parser = createControlModeParser();
  let hello = false;
  const batches: Parameters<typeof textOf>[0][][] = [];
  const files: string[] = [];
  const lines = new RemoteLines();
  let pane = "";
  const client = new WatcherClient(
    {
      send(line) {
        box.tmux("send-keys", "-t", pane, "-l", line, ";", "send-keys", "-t", pane, "Enter");
      },
    },
    { now: () => Date.now() },
    {
      onHello: () => {
        hello = true;
      },
      onSpool: (entries) => batches.push(entries),
      onFile: (path) => files.push(path),
      onLines: (number, piece) => lines.receive(number, piece),
      onRefused: () => undefined,
      onOdd: () => undefined,
      onBye: () => undefined,
      onFlood: () => undefined,
    },
  );
  control.stdout.on("data", (bytes: Buffer) => {
    for (const message of parser.feed(bytes)) if (message.type === "output") client.feed(message.data);
  });
  pane = box.tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "work:", `exec ${command.join(" ")}`);
  await until(
    () => hello,
    () => box.screen(pane),
  );
  return { box, machine, client, batches, files, lines, controlPid: control.pid ?? 0 };
}
