import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { spawnedFast } from "../support/fast-clock.ts";
import { descendants } from "../support/process-tree.ts";
import { daemonWith, untilPaneOf } from "../support/remote-target.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { sshHost } from "../support/ssh-host.ts";
import { expectRefusal } from "../support/stage.ts";

const LONG = { timeout: 180_000 };
const DAEMON = resolve(import.meta.dirname, "../../dist/daemon.cjs");
const READY = /ready (\d+)/;

type Place = Pick<Sandbox, "tmux" | "screen" | "home">;

const isSuspended = ({ state, reason_code }: PaneItem) => state === "unknown" && reason_code === "suspended";

/** Waits until the agent reads input; returns the pid of its working process. */
async function untilReady(box: Place, pane: string): Promise<number> {
  await until(
    () => READY.test(box.screen(pane)),
    () => box.screen(pane),
  );
  return Number(READY.exec(box.screen(pane))?.[1]);
}

/** Drops a hook of the agent in that pane, which is the topmost process of its kind there. */
function hook(box: Place, pane: string, agent: string, event: string, payload: object): void {
  const root = Number(box.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"));
  const [first] = descendants(root);
  const tmux = `${box.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
  const words = JSON.stringify({ session_id: "s-1", cwd: "/w", ...payload });
  drop(box, { agent, event, pane, tmux, pid: first?.pid ?? root, payload: words });
}

describe("an agent that is stopped", () => {
  it(
    "[EN40, GD8, AT4] at its shell is suspended, keeps what it asked, takes no keys, and is back after fg",
    LONG,
    async () => {
      const box = sandbox();
      await box.startDaemon();
      const pane = box.session("work", "exec bash --norc --noprofile");
      box.type(pane, fakeAgents(box.dir).claude);
      const pid = await untilReady(box, pane);
      const { ref } = await untilPane(box, pane, ({ agent }) => agent === "claude");
      hook(box, pane, "claude", "PermissionRequest", { tool_name: "Bash", tool_input: { command: "make" } });
      const asked = await untilPane(box, pane, ({ state }) => state === "waiting_approval");
      process.kill(pid, "SIGSTOP");
      const stopped = await untilPane(box, pane, isSuspended);
      expect(stopped).toMatchObject({ source: "process", attention: asked.attention, nudge_seq: asked.nudge_seq });
      await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_current_command}") === "bash");
      const ran = await box.agtmux(["send", ref, "--keys", "1"]);
      expectRefusal(ran, "E_AT_SHELL");
      expect(ran.stderr).toContain("fg there brings it back");
      expect((await box.agtmux(["list", "panes"])).stdout).toContain("unknown (suspended)");
      expect((await box.agtmux(["explain", pane])).stdout).toContain("its process is stopped");
      expect((await box.agtmux(["statusline"])).stdout).toContain("1 suspended");
      box.type(pane, "fg");
      const back = await untilPane(box, pane, (item) => !isSuspended(item));
      expect(back).toMatchObject({ state: "waiting_approval", attention: asked.attention });
    },
  );

  it("[EN40, TG9] behind a launcher that goes on, which nothing tells, is suspended within seconds", LONG, async () => {
    const box = sandbox();
    box.session("first");
    await box.startDaemon();
    const pane = box.session("only", `exec ${fakeAgents(box.dir).codex}`);
    const pid = await untilReady(box, pane);
    const { ref } = await untilPane(box, pane, ({ agent }) => agent === "codex");
    hook(box, pane, "codex", "UserPromptSubmit", { prompt: "go", turn_id: "t1" });
    await untilPane(box, pane, ({ state }) => state === "running");
    process.kill(pid, "SIGSTOP");
    await untilPane(box, pane, isSuspended);
    const ran = await box.agtmux(["send", ref, "--text", "never"]);
    expectRefusal(ran, "E_SUSPENDED");
    expect(ran.stderr).toContain(`kill -CONT ${pid}`);
    process.kill(pid, "SIGCONT");
    await untilPane(box, pane, ({ state }) => state === "running");
  });

  it("[EN40] on another machine is suspended too, and works again there", LONG, async () => {
    const vm = await sshHost();
    vm.session("first");
    const box = await daemonWith([vm]);
    // under a shell: tmux continues its own child at once
    const pane = vm.session("api", `${fakeAgents(vm.dir).claude}; exit`);
    const pid = await untilReady(vm, pane);
    await untilPaneOf(box, "vm1", pane, ({ agent }) => agent === "claude");
    hook(vm, pane, "claude", "UserPromptSubmit", { prompt: "go" });
    await untilPaneOf(box, "vm1", pane, ({ state }) => state === "running");
    vm.run(`kill -STOP ${pid}`);
    await untilPaneOf(box, "vm1", pane, isSuspended);
    vm.run(`kill -CONT ${pid}`);
    await untilPaneOf(box, "vm1", pane, ({ state }) => state === "running");
  });
});

it(
  "[EN41] a program that says it works, and only counts its seconds since, says that nothing new has come",
  LONG,
  async () => {
    // a minute of silence plus half a minute, 15 times faster
    const box = sandbox({ AGTMUX_HEARTBEAT: "300s", AGTMUX_RECONCILE: "15s", AGTMUX_NOTHING_NEW_AFTER: "30s" });
    const script = join(box.dir, "counting.sh");
    const count = "n=$((n + 1)); printf '\\033[3;1HThinking (%ss)\\033[K' $n; sleep 0.2";
    writeFileSync(script, `clear\nprintf '%s\\n' '--<[schmux:working:on it]>--'\nn=0\nwhile :; do ${count}; done\n`);
    spawnedFast(15, process.execPath, [DAEMON], box.env);
    await until(async () => (await box.agtmux(["daemon", "status"])).code === 0);
    const pane = await box.registered("work");
    box.type(pane, `exec sh ${script}`);
    const quiet = await untilPane(box, pane, ({ nothing_new_since }) => nothing_new_since !== null);
    expect(quiet).toMatchObject({ state: "running", attention: null, nudge_seq: 0 });
    expect((await box.agtmux(["list", "panes"])).stdout).toContain("nothing new for");
    expect((await box.agtmux(["explain", pane])).stdout).toContain("only a spinner or a count of time moves");
  },
);
