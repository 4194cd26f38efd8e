import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { daemonPid, isRunning, killDaemon, stopDaemon } from "../support/daemon-life.ts";
import { messages } from "../support/event-log.ts";
import { controlClients } from "../support/leavings-here.ts";
import { marker, print } from "../support/print.ts";
import { type Sandbox, sandbox, spawned, until, untilPane } from "../support/sandbox.ts";

const codes = async (box: Sandbox) => (await box.client.health()).problems.map(({ code }) => code);

/** All options, hooks, variables, key bindings and buffers that a user could have set in tmux. */
function settingsOf(box: Sandbox): Record<string, string> {
  const list = (format: string, ...args: string[]) => box.tmux(...args, "-F", format).split("\n");
  const sessions = list("#{session_id}", "list-sessions");
  const windows = list("#{window_id}", "list-windows", "-a");
  const panes = list("#{pane_id}", "list-panes", "-a");
  const told = [
    ["show-options", "-s"],
    ["show-options", "-g"],
    ["show-options", "-gw"],
    ["show-hooks", "-g"],
    ["show-hooks", "-gw"],
    ["show-environment", "-g"],
    ["list-keys"],
    ["list-buffers"],
    ...sessions.flatMap((id) => [
      ["show-options", "-t", id],
      ["show-hooks", "-t", id],
      ["show-environment", "-t", id],
    ]),
    ...windows.map((id) => ["show-options", "-w", "-t", id]),
    ...panes.flatMap((id) => [
      ["show-options", "-p", "-t", id],
      ["show-hooks", "-p", "-t", id],
    ]),
  ];
  return Object.fromEntries(told.map((args) => [args.join(" "), box.tmux(...args)]));
}

/** All panes with their size and layout. */
function layoutOf(box: Sandbox): string {
  const shape = "#{session_name} #{window_id} #{pane_id} #{window_layout} #{pane_width}x#{pane_height}";
  return box.tmux("list-panes", "-a", "-F", `${shape} #{window_active}#{pane_active} #{pane_pid} #{pane_pipe}`);
}

function withoutOurs(settings: Record<string, string>): Record<string, string> {
  const kept = Object.entries(settings).map(([of, told]) => [
    of,
    told
      .split("\n")
      .filter((line) => !line.startsWith("@agtmux_"))
      .join("\n"),
  ]);
  return Object.fromEntries(kept);
}

/** Processes with a file open below the sandbox's home, or that name it in their arguments. */
function processesOf(box: Sandbox): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkQuietly(`/proc/${pid}/fd/${fd}`));
        return command.includes(box.home) || open.some((path) => path.startsWith(box.home)) ? [command] : [];
      } catch {
        return [];
      }
    });
}

function readlinkQuietly(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

describe("manners in the user's tmux", () => {
  it("[TX1] no server is started; without one the daemon says so and takes up the one that appears", async () => {
    const box = sandbox({ AGTMUX_RECONCILE: "200ms" });
    const { pid } = await box.startDaemon();
    expect(await codes(box)).toEqual(["NO_TMUX_SERVER"]);
    const listed = () => execFileSync("tmux", ["-L", box.socketName, "ls"], { env: box.env, stdio: "pipe" });
    expect(listed).toThrow(/no server running|No such file/);
    for (const _ of [1, 2]) {
      box.session("first");
      await until(async () => (await codes(box)).length === 0);
      const pane = await box.registered("work");
      print(box, pane, `${marker("completed", "Seen")}\n`);
      await untilPane(box, pane, ({ state }) => state === "completed");
      const server = Number(box.tmux("display-message", "-p", "#{pid}"));
      box.tmux("kill-server");
      await until(async () => !isRunning(server) && (await codes(box)).includes("NO_TMUX_SERVER"));
      expect((await box.panes()).items).toEqual([]);
      expect(listed).toThrow(/no server running|No such file/);
    }
    expect((await box.status()).pid).toBe(pid);
  });

  it("[TX2, TX4, TX5] sizes, options, hooks, environment, sessions and windows are as they were, during and after", async () => {
    const box = sandbox();
    const user = { ...box.env, DISPLAY: ":7", SSH_AUTH_SOCK: "/tmp/the-users-agent" };
    const create = (...args: string[]) =>
      execFileSync("tmux", ["-L", box.socketName, "-f", "/dev/null", ...args], { env: user, encoding: "utf8" });
    create("new-session", "-d", "-s", "odd", "-x", "101", "-y", "37", "exec sh");
    create("new-session", "-d", "-s", "small", "-x", "41", "-y", "11", "exec sh");
    box.tmux("split-window", "-h", "-t", "odd", "-l", "23", "exec sh");
    box.tmux("set-option", "-g", "status-left", "mine");
    box.tmux("set-option", "-t", "odd", "@my_option", "kept");
    box.tmux("set-hook", "-g", "window-renamed", "display-message renamed");
    const pane = box.tmux("display-message", "-p", "-t", "odd", "#{pane_id}");
    const [settings, layout] = [settingsOf(box), layoutOf(box)];
    expect(layout).toMatch(/ 23x37 .*\n/);

    await box.startDaemon();
    await box.register(pane);
    print(box, pane, `${marker("completed", "Heard")}\n`);
    await untilPane(box, pane, ({ state }) => state === "completed");
    // the pane's pipe is the only difference
    const during = layoutOf(box).split("\n");
    expect(during.map((line) => (line.includes(` ${pane} `) ? line.replace(/1$/, "0") : line)).join("\n")).toBe(layout);
    expect(withoutOurs(settingsOf(box))).toEqual(settings);

    await stopDaemon(box);
    expect(layoutOf(box)).toBe(layout);
    expect(settingsOf(box)).toEqual(settings);
    expect(box.tmux("list-clients")).toBe("");
    await until(
      () => processesOf(box).length === 0,
      () => processesOf(box).join("\n"),
    );
  });

  it("[TX5] after SIGKILL the next daemon finds what was left behind, and leaves nothing itself", async () => {
    const box = sandbox();
    const pane = box.session("only");
    const [settings, layout] = [settingsOf(box), layoutOf(box)];
    await box.startDaemon();
    await box.register(pane);
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_pipe}") === "1");
    for (const _ of [1, 2, 3]) {
      await killDaemon(box);
      await box.startDaemon();
    }
    print(box, pane, `${marker("completed", "Heard once")}\n`);
    await untilPane(box, pane, ({ state }) => state === "completed");
    expect(messages(box, "marker")).toEqual(["Heard once"]);
    await until(
      () => processesOf(box).filter((command) => command.startsWith("cat")).length === 1,
      () => processesOf(box).join("\n"),
    );
    await stopDaemon(box);
    expect(settingsOf(box)).toEqual(settings);
    expect(layoutOf(box)).toBe(layout);
    await until(
      () => processesOf(box).length === 0,
      () => processesOf(box).join("\n"),
    );
    expect(readdirSync(join(box.home, "pipes"))).toEqual([]);
  });

  it("[TX5] a client of a killed daemon, still waiting for tmux, is ended by the next daemon", async () => {
    const box = sandbox();
    const pane = box.session("work");
    await box.startDaemon();
    const [before = ""] = controlClients(box);
    process.kill(daemonPid(box), "SIGSTOP");
    // more than the kernel's socket buffer for a reader that has stopped
    for (let n = 0; n < 200; n += 1) box.tmux("rename-window", "-t", pane, `${n}${"x".repeat(4_000)}`);
    await killDaemon(box);
    await box.startDaemon();
    await until(
      () => controlClients(box).length === 1 && !controlClients(box).includes(before),
      () => controlClients(box).join(),
    );
    await stopDaemon(box);
    expect(controlClients(box)).toEqual([]);
  });

  it("[TX5] the pipes of many panes are given back, whatever happens in tmux while the daemon stops", async () => {
    const box = sandbox({ AGTMUX_MARKERS: "all" });
    const panes = Array.from({ length: 20 }, (_, n) => box.session(`many-${n}`));
    const ours = () => box.tmux("list-panes", "-a", "-F", "#{pane_pipe}#{@agtmux_pipe}").split("\n");
    for (const _ of [1, 2]) {
      await box.startDaemon();
      await until(() => ours().every((each) => each.startsWith("1")));
      const stopping = stopDaemon(box);
      for (const [n] of panes.entries()) box.tmux("rename-window", "-t", `many-${n}`, `renamed-${n}`);
      await stopping;
      expect(new Set(ours())).toEqual(new Set(["0"]));
      expect(box.tmux("show-options", "-g")).not.toContain("@agtmux");
      expect(box.tmux("list-clients")).toBe("");
    }
    await until(
      () => processesOf(box).length === 0,
      () => processesOf(box).join("\n"),
    );
  });

  it("[TX5] pipes and options are given back though the connection was cut right before the daemon stops", async () => {
    const box = sandbox({ AGTMUX_MARKERS: "all" });
    box.session("work");
    const ours = () => box.tmux("list-panes", "-a", "-F", "#{pane_pipe}#{@agtmux_pipe}");
    const { pid } = await box.startDaemon();
    await until(() => ours().startsWith("1") && box.tmux("show-options", "-g").includes("@agtmux_status"));
    box.tmux("detach-client", "-s", "work");
    process.kill(pid as number, "SIGTERM");
    await until(() => !isRunning(pid as number));
    expect(ours()).toBe("0");
    expect(box.tmux("show-options", "-g")).not.toContain("@agtmux");
  });

  it("[TX4, TX8] one control client without output and without a say in sizes, on a session that is attached anyway", async () => {
    const box = sandbox();
    for (const name of ["before", "attached", "after"]) box.session(name);
    spawned("script", ["-qec", `tmux -L ${box.socketName} attach -t attached`, "/dev/null"], {
      ...box.env,
      TERM: "xterm",
    });
    const clients = () => box.tmux("list-clients", "-F", "#{client_control_mode} #{session_name} #{client_flags}");
    await until(() => clients() !== "");
    await box.startDaemon();
    const pane = await box.registered("work");
    print(box, pane, `${marker("completed", "Heard")}\n`);
    await untilPane(box, pane, ({ state }) => state === "completed");
    const ours = clients()
      .split("\n")
      .filter((line) => line.startsWith("1 "));
    expect(ours).toEqual([expect.stringMatching(/^1 attached .*ignore-size.*no-output/)]);
    const attached = () => box.tmux("list-sessions", "-F", "#{session_name} #{session_attached}").split("\n");
    expect(attached()).toEqual(["after 0", "attached 2", "before 0", "work 0"]);
    await stopDaemon(box);
    expect(attached()).toEqual(["after 0", "attached 1", "before 0", "work 0"]);
  });

  it("[TX8] the session that carries the connection may end: another one carries it on", async () => {
    const box = sandbox({ AGTMUX_RECONCILE: "200ms" });
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    print(box, pane, `${marker("needs_input", "Still there?")}\n`);
    const before = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    box.tmux("kill-session", "-t", "first");
    await until(() => box.tmux("list-clients", "-F", "#{session_name}") === "work");
    print(box, pane, `${marker("error", "Yes")}\n`);
    const after = await untilPane(box, pane, ({ state }) => state === "error");
    expect(after.runtime_id).toBe(before.runtime_id);
    expect(messages(box, "marker")).toEqual(["Still there?", "Yes"]);
    expect(await codes(box)).toEqual([]);
  });

  it("[TX6] tmux that is too old or missing is refused by name, until it is there", async () => {
    const box = sandbox({ AGTMUX_RECONCILE: "200ms" });
    const bin = join(box.dir, "bin");
    mkdirSync(bin);
    symlinkSync(process.execPath, join(bin, "node"));
    for (const tool of ["sh", "env", "mkfifo", "cat"]) symlinkSync(which(tool), join(bin, tool));
    const path = box.env.PATH;
    const tmux = which("tmux");
    box.env.PATH = bin;
    await box.startDaemon();
    expect(await codes(box)).toEqual(["E_TMUX_MISSING"]);
    // as a whole: the daemon runs it every now and then
    const install = (script: string) => {
      writeFileSync(join(bin, "tmux.new"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      renameSync(join(bin, "tmux.new"), join(bin, "tmux"));
    };
    install("echo 'tmux 3.1c'");
    await until(async () => (await codes(box)).includes("E_TMUX_TOO_OLD"));
    const old = (await box.client.health()).problems.find(({ code }) => code === "E_TMUX_TOO_OLD");
    expect(old?.message).toMatch(/3\.1c.*3\.2/);
    install(`exec ${tmux} "$@"`);
    box.env.PATH = path;
    box.session("first");
    await until(
      async () => (await codes(box)).length === 0,
      async () => JSON.stringify(await box.status()),
    );
    expect((await box.panes()).items).toHaveLength(1);
  });
});

function which(command: string): string {
  return execFileSync("sh", ["-c", `command -v ${command}`], { encoding: "utf8" }).trim();
}
