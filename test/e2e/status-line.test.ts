import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { nameOf } from "../../src/core/lists/who.ts";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { stopDaemon } from "../support/daemon-life.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const PLUGIN = resolve(import.meta.dirname, "../../agtmux.tmux");
const shown = (box: Sandbox) => box.tmux("display-message", "-p", "#{@agtmux_status}");
/** The command lines of what the tmux server runs: its panes, popups and run-shell jobs. */
const jobsOf = (box: Sandbox) =>
  execFileSync("ps", ["--ppid", box.tmux("display-message", "-p", "#{pid}").trim(), "-o", "args="], {
    encoding: "utf8",
  });

describe("the status line", () => {
  it("[LS14] @agtmux_status is current on every target's server, needs no process, and goes with the daemon", async () => {
    const [box, other] = [sandbox(), sandbox()];
    box.session("first");
    other.session("first");
    await box.startDaemon();
    await box.agtmux(["target", "add", "vm1", "--kind", "local", "--tmux-socket", other.socketName]);
    const pane = await box.registered("work");
    for (const [word, state, status] of [
      ["needs_input", "waiting_input", "!1"],
      ["needs_testing", "completed", "•1"],
      ["completed", "completed", "✓1"],
    ] as const) {
      box.type(pane, `agtmux signal ${word} x`);
      await untilPane(box, pane, (item) => item.state === state && item.shelf !== null);
      for (const server of [box, other]) await until(() => shown(server).includes(status));
      expect((await box.agtmux(["statusline"])).stdout).toBe(`${status}\n`);
      expect((await box.agtmux(["statusline", "--format", "tmux"])).stdout).toBe(`${shown(box)}\n`);
    }
    expect(shown(box)).toMatch(/^#\[fg=green\]✓1#\[default\]$/);
    await stopDaemon(box);
    for (const server of [box, other]) expect(server.tmux("show-options", "-g")).not.toContain("@agtmux_status");
  });

  it("[LS15, CL16] xbar has a menu with actions, also for a daemon that is down", async () => {
    const box = sandbox();
    const down = await box.agtmux(["statusline", "--format", "xbar"]);
    expect([down.code, down.stdout]).toEqual([
      0,
      expect.stringMatching(/^–\n---\nNo daemon is running\nStart it \| shell=/),
    ]);
    expect((await box.agtmux(["statusline"])).code).toBe(10);
    expect((await box.agtmux(["statusline", "--format", "x"])).code).toBe(2);
    box.session("first");
    await box.startDaemon();
    const pane = await box.registered("work");
    box.type(pane, `agtmux signal needs_input "Which | one?"`);
    // the command that signals runs a moment longer, and tmux names the window after it
    const isAtRest = (item: PaneItem) => item.command === "sh" && nameOf(item) === "work";
    const { ref } = await untilPane(box, pane, (item) => item.state === "waiting_input" && isAtRest(item));
    const { stdout } = await box.agtmux(["statusline", "--format", "xbar"]);
    expect(stdout).toMatch(/^!1\n---\n1 blocked\n\? work \[sh\] \d+s {2}.*Which ¦ one\? \| shell=/);
    expect(stdout).toContain(`param1=attach param2=${ref} terminal=true`);
    expect(stdout).toMatch(/host\/work: 1 agent/);
    const menu = stdout.split("\n").find((line) => line.startsWith("--Why?")) ?? "";
    const [, command = "", why = "", reference = ""] = /shell=(\S+) param1=(\S+) param2=(\S+)/.exec(menu) ?? [];
    expect(execFileSync(command, [why, reference], { env: box.env, encoding: "utf8" })).toContain("waiting_input");
  });
});

describe("the tmux plugin", () => {
  it("[PK25, LS15] works by a link of any name, with no agtmux on the PATH", async () => {
    const box = sandbox();
    box.session("first");
    const link = join(box.dir, "my plugin");
    symlinkSync(PLUGIN, link);
    execFileSync(link, [], { env: { ...box.env, TMUX: box.tmux("display-message", "-p", "#{socket_path},0,0") } });
    expect(box.tmux("list-keys", "-T", "prefix")).toContain(`'${PLUGIN}' next`);
    const env = { ...box.env, PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, CDPATH: "/" };
    const { status, stderr } = spawnSync("./my plugin", ["fzf"], { cwd: box.dir, env, encoding: "utf8" });
    // nobody to pick, but no complaint that agtmux was not found
    expect([status, stderr]).toEqual([3, ""]);
  });

  /** Prefix A picks with fzf if it is installed: keys and rows are the same in tmux's own menu. */
  it.each(["fzf", "menu"])(
    "[LS15] binds keys for next, pick (by %s) and a popup with the live list",
    async (picker) => {
      if (picker === "fzf") execFileSync("fzf", ["--version"]);
      const box = sandbox();
      const outer = sandbox();
      const first = box.session("first");
      await box.startDaemon();
      const work = await box.registered("work");
      box.type(work, `agtmux signal needs_input "Which #(touch ${box.dir}/pwned) one?"`);
      await untilPane(box, work, (item) => item.state === "waiting_input");
      box.tmux("set-option", "-g", "@agtmux_pick_by", picker);
      box.tmux("run-shell", PLUGIN);
      const keys = box.tmux("list-keys", "-T", "prefix");
      for (const word of ["next", "pick", "list"]) expect(keys).toContain(`agtmux.tmux' ${word}`);
      const terminal = outer.session("outer", `unset TMUX; tmux -L ${box.socketName} attach -t first`);
      // without the daemon's own client, which is attached to the first session
      const where = () =>
        box
          .tmux("list-clients", "-F", "#{client_flags} #{pane_id}")
          .split("\n")
          .filter((client) => !client.includes("control-mode"))
          .join("\n");
      await until(() => where().includes(`attached`) && where().includes(first));
      // tmux takes keys once it has drawn
      await until(() => outer.screen(terminal).includes("[first]"));
      const press = (key: string) => outer.tmux("send-keys", "-t", terminal, "C-b", key);
      press("a");
      await until(
        () => new RegExp(`focused.* ${work}$|^attached.* ${work}$`, "m").test(where()),
        () => `${where()}\n${outer.screen(terminal)}`,
      );
      press("g");
      await until(() => outer.screen(terminal).includes("? keys · q quit"));
      expect(jobsOf(box)).toContain("watch");
      outer.tmux("send-keys", "-t", terminal, "q");
      // a popup takes keys as long as its program runs, and a screen that is being redrawn can lack its border
      await until(() => !jobsOf(box).includes("watch"));
      await until(() => !/[│└]/.test(outer.screen(terminal)));
      press("A");
      await until(
        () => /work \[sh\], asks.*Which.* {2}host\/work/.test(outer.screen(terminal)),
        () => outer.screen(terminal),
      );
      expect(outer.screen(terminal).includes("agtmux>")).toBe(picker === "fzf");
      outer.tmux("send-keys", "-t", terminal, "Down", "Enter");
      await until(() => new RegExp(`^attached.* ${first}$`, "m").test(where()));
      expect(existsSync(join(box.dir, "pwned"))).toBe(false);
      await stopDaemon(box);
      press("A");
      await until(
        () => outer.screen(terminal).includes("there is nothing to pick"),
        () => outer.screen(terminal),
      );
    },
  );

  it("[LS15] rows of the menu that are too long for the terminal are shortened at the right", async () => {
    const [box, outer] = [sandbox(), sandbox()];
    box.session("first");
    await box.startDaemon();
    const work = await box.registered("a-session-with-a-rather-long-name");
    box.type(work, 'agtmux signal needs_input "It\'s 漢字: which of the two long ways would you like better?"');
    await untilPane(box, work, (item) => item.state === "waiting_input");
    box.tmux("set-option", "-g", "@agtmux_pick_by", "menu");
    box.tmux("run-shell", PLUGIN);
    const terminal = outer.session("outer", `unset TMUX; tmux -L ${box.socketName} attach -t first`);
    outer.tmux("resize-window", "-t", terminal, "-x", "60", "-y", "30");
    await until(() => box.tmux("list-clients", "-F", "#{client_width}").split("\n").includes("60"));
    await until(() => outer.screen(terminal).includes("[first]"));
    outer.tmux("send-keys", "-t", terminal, "C-b", "A");
    await until(
      () => /│ +a-session-with-a-rather-long-name \[sh\], asks.*…/.test(outer.screen(terminal)),
      () => outer.screen(terminal),
    );
  });

  it("[LS15] what a key opens is shown to the client that pressed it, also if the daemon's own came later", async () => {
    const [box, outer] = [sandbox(), sandbox()];
    box.session("first");
    await box.startDaemon();
    await box.registered("work");
    box.tmux("set-option", "-g", "@agtmux_pick_by", "menu");
    const terminal = outer.session("outer", `unset TMUX; tmux -L ${box.socketName} attach -t first`);
    await until(() => outer.screen(terminal).includes("[first]"));
    const clients = () => box.tmux("list-clients", "-F", "#{client_control_mode} #{client_name}").split("\n");
    const ours = clients().find((line) => line.startsWith("1 "));
    await box.agtmux(["daemon", "restart"]);
    await until(() => clients().some((line) => line.startsWith("1 ") && line !== ours));
    const [person = ""] = clients().filter((line) => line.startsWith("0 "));
    box.tmux("run-shell", "-b", `'${PLUGIN}' pick '${person.slice(2)}'`);
    await until(
      () => outer.screen(terminal).includes("host/work"),
      () => outer.screen(terminal),
    );
  });

  it("[LS15] does not bind keys that are set to nothing, and binds others that are named", () => {
    const box = sandbox();
    box.session("first");
    box.tmux("run-shell", PLUGIN);
    box.tmux("unbind-key", "g");
    box.tmux("set-option", "-g", "@agtmux_key_list", "");
    box.tmux("set-option", "-g", "@agtmux_key_next", "N");
    box.tmux("run-shell", PLUGIN);
    expect(box.tmux("list-keys", "-T", "prefix")).toMatch(/ N +run-shell -b "?'.*agtmux\.tmux' next/);
    expect(box.tmux("list-keys", "-T", "prefix")).not.toContain("agtmux.tmux' list");
  });
});

describe("completions", () => {
  /** The completions that bash offers at the end of this line. */
  function inBash(box: Sandbox, line: string): string[] {
    const words = line.split(" ");
    const script = `
      eval "$(${AGTMUX} completions bash)"
      COMP_LINE='${line}' COMP_POINT=${line.length} COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})
      COMP_CWORD=${words.length - 1}
      _agtmux agtmux; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { ...box.env, PATH: `${join(AGTMUX, "..")}:${box.env.PATH}` };
    return execFileSync("bash", ["-c", script], { env, encoding: "utf8" }).split("\n").filter(Boolean);
  }

  it("[CL23] bash offers commands, values and live refs, and nothing where no daemon runs", async () => {
    const box = sandbox();
    expect(inBash(box, "agtmux explain ")).toEqual([]);
    expect(inBash(box, "agtmux wa")).toEqual(["wait", "wake", "watch"]);
    box.session("two words");
    await box.startDaemon();
    const [item] = (await box.panes()).items;
    expect(inBash(box, "agtmux explain ")).toEqual([item?.ref]);
    // bash already has the part before the colon
    expect(inBash(box, "agtmux explain pane:ho")).toEqual([item?.ref.slice("pane:".length)]);
    expect(inBash(box, "agtmux list panes --target h")).toEqual(["host"]);
    expect((await box.agtmux(["completions", "tcsh"])).code).toBe(2);
  });

  it("[CL23] fish offers commands, values and live refs with what they are, and files where nothing else fits", async () => {
    const box = sandbox();
    const inFish = (line: string) => {
      const env = { ...box.env, PATH: `${join(AGTMUX, "..")}:${box.env.PATH}`, HOME: box.dir };
      const script = "agtmux completions fish | source; complete -C $argv[1]";
      return execFileSync("fish", ["--no-config", "-c", script, line], { env, encoding: "utf8" }).trimEnd().split("\n");
    };
    expect(inFish("agtmux expl")).toEqual([expect.stringMatching(/^explain\tshow why/)]);
    expect(inFish("agtmux list panes --state compl")).toEqual(["completed"]);
    const file = join(box.dir, "events.jsonl");
    writeFileSync(file, "");
    expect(inFish(`agtmux debug replay ${file.slice(0, -3)}`)).toEqual([file]);
    box.session("two words");
    await box.startDaemon();
    const [item] = (await box.panes()).items;
    expect(inFish("agtmux send --text 'go on' ")).toEqual([expect.stringContaining(`${item?.ref}\t`)]);
  });

  it("[CL23] zsh offers commands, values and live refs with what they are, at a real Tab", async () => {
    const [box, outer] = [sandbox(), sandbox()];
    box.session("first");
    const two = box.session("two words");
    await box.startDaemon();
    await untilPane(box, two, ({ ref }) => ref.includes("two"));
    const terminal = outer.session("outer", "exec zsh -f");
    const press = (...keys: string[]) => outer.tmux("send-keys", "-t", terminal, ...keys);
    const type = (text: string) => outer.tmux("send-keys", "-t", terminal, "-l", "--", text);
    const screen = () => outer.screen(terminal);
    const completes = async (text: string, to: string) => {
      press("C-u");
      type(text);
      press("Tab");
      await until(() => screen().trimEnd().split("\n").at(-1)?.trimEnd().endsWith(to) === true, screen);
    };
    const { AGTMUX_HOME, AGTMUX_TMUX_SOCKET } = box.env;
    type(`PS1='> '; export PATH='${join(AGTMUX, "..")}':$PATH AGTMUX_HOME='${AGTMUX_HOME}'; `);
    type(`export AGTMUX_TMUX_SOCKET='${AGTMUX_TMUX_SOCKET}'; autoload -Uz compinit; compinit -u -D; `);
    type(`eval "$(agtmux completions zsh)"; clear; echo ready`);
    press("Enter");
    await until(() => /^ready\n> ?$/.test(screen().trim()), screen);
    await completes("agtmux expl", "agtmux explain");
    await completes("agtmux list panes --state compl", "--state completed");
    await completes("agtmux attach pane:host/f", "pane:host/first/@0/%0");
    await completes("agtmux send --text 'go on' pane:host/f", "pane:host/first/@0/%0");
    await completes('agtmux attach "pane:host/two', 'two%20words/@1/%1"');
    press("C-u");
    type("agtmux explain ");
    press("Tab", "Tab");
    await until(() => /pane:host\/first\/@0\/%0 {2}sh/.test(screen()), screen);
  });
});
