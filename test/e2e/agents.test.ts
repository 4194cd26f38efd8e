import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { START_SLACK_MS } from "../../src/daemon/runtimes/process-index.ts";
import { isRunning, killDaemon, restartDaemon } from "../support/daemon-life.ts";
import { events, runtimesOf } from "../support/event-log.ts";
import { type FakeAgents, fakeAgents } from "../support/fake-agent.ts";
import { marker, print, script } from "../support/print.ts";
import { descendants } from "../support/process-tree.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { drop } from "../support/spool-drop.ts";
import { sshHost } from "../support/ssh-host.ts";

/** Not anchored at the line start: a shell prompt precedes it if the line was typed before the prompt appeared. */
const READY = /ready (\d+)$/m;

interface House extends FakeAgents {
  box: Sandbox;
}

/** A sandbox with agents and a running daemon; a second session keeps the tmux server alive. */
async function house(extra: NodeJS.ProcessEnv = {}): Promise<House> {
  const box = sandbox(extra);
  box.session("first");
  await box.startDaemon();
  return { box, ...fakeAgents(box.dir) };
}

/** Waits until an agent is detected in a pane and reads its input. */
async function untilAgent(box: Sandbox, pane: string, agent: string): Promise<PaneItem> {
  await until(
    () => READY.test(box.screen(pane)),
    () => box.screen(pane),
  );
  return untilPane(box, pane, (item) => item.agent === agent);
}

function endAgent(box: Sandbox, pane: string): void {
  box.tmux("send-keys", "-t", pane, "C-d");
}

function panePid(box: Sandbox, pane: string): number {
  return Number(box.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"));
}

/** The newest runtime of an agent in a pane. */
function lifeOf(box: Sandbox, pane: string, agent: string) {
  const life = runtimesOf(box, pane).findLast(({ agent_type }) => agent_type === agent);
  if (life === undefined) throw new Error(`no ${agent} in ${pane}: ${JSON.stringify(runtimesOf(box, pane))}`);
  return life;
}

describe("an agent is found by its processes", () => {
  it.each<{ how: string; agent: string; start(of: House): string }>([
    {
      how: "from a shell",
      agent: "claude",
      start: ({ box, claude }) => typed(box, claude),
    },
    {
      how: "as the pane's own command",
      agent: "claude",
      start: ({ box, claude }) => box.session("work", `exec ${claude}`),
    },
    {
      how: "by exec from the shell",
      agent: "claude",
      start: ({ box, claude }) => typed(box, `exec ${claude}`),
    },
    {
      how: "through a wrapper script",
      agent: "codex",
      start: ({ box, codex }) => typed(box, script(box, codex, "echo over")),
    },
    {
      how: "through a launcher whose child comes a second later",
      agent: "codex",
      start: ({ box, npx }) => typed(box, npx),
    },
  ])("[BI17] started $how", async ({ agent, start }) => {
    const of = await house();
    const pane = start(of);
    const found = await untilAgent(of.box, pane, agent);
    expect(found).toMatchObject({ agent, state: "unknown", reason_code: "no_signal", attention: null });
    const tree = [panePid(of.box, pane), ...descendants(panePid(of.box, pane)).map(({ pid }) => pid)];
    expect(tree).toContain(lifeOf(of.box, pane, agent).pid);
  });

  it("[BI17, BI8] not by a title, a file of its name in an editor, or a script of its name", async () => {
    const { box, claude } = await house({ AGTMUX_MARKERS: "off" });
    const titled = box.session("titled", `printf '\\033]2;claude\\007'; exec sh`);
    const edited = typed(box, `busybox vi ${join(box.dir, "claude")}`);
    writeFileSync(join(box.dir, "bin", "codex"), "cat\n");
    const scripted = typed(box, `sh ${join(box.dir, "bin", "codex")}`);
    const true_one = typed(box, claude);
    await untilAgent(box, true_one, "claude");
    await untilPane(box, titled, ({ title }) => title === "claude");
    await untilPane(box, edited, ({ command }) => command === "busybox");
    expect((await box.panes()).summary.by_agent).toEqual({ claude: 1 });
    expect(runtimesOf(box, titled).concat(runtimesOf(box, edited), runtimesOf(box, scripted))).toEqual([]);
  });
});

describe("an agent that a registered shell starts", () => {
  it("[BI18] is shown instead of the shell, gets all that is said in the pane, and leaves the pane to the shell", async () => {
    const { box, codex } = await house();
    const pane = await box.registered("work");
    const file = await box.statusFile(pane);
    const shell = await box.pane(pane);
    expect(shell.agent).toBe("generic");

    box.type(pane, codex);
    const { runtime_id } = await untilAgent(box, pane, "codex");
    expect(runtime_id).not.toBe(shell.runtime_id);
    print(box, pane, `${marker("needs_input", "printed")}\n`);
    expect(await untilPane(box, pane, ({ message }) => message === "printed")).toMatchObject({
      agent: "codex",
      runtime_id,
    });
    writeFileSync(file, "needs_testing written\n");
    expect(await untilPane(box, pane, ({ message }) => message === "written")).toMatchObject({ runtime_id });
    box.type(pane, `${AGTMUX} signal error sent`);
    expect(await untilPane(box, pane, ({ message }) => message === "sent")).toMatchObject({
      runtime_id,
      state: "error",
    });

    endAgent(box, pane);
    const after = await untilPane(box, pane, ({ agent }) => agent === "generic");
    expect(after).toMatchObject({ runtime_id: shell.runtime_id, state: "idle", attention: null });
    writeFileSync(file, "needs_input the shell by file\n");
    const asked = await untilPane(box, pane, ({ message }) => message === "the shell by file");
    expect(asked).toMatchObject({ runtime_id: shell.runtime_id, state: "waiting_input" });
    box.type(pane, `${AGTMUX} signal error "the shell by command"`);
    const failed = await untilPane(box, pane, ({ message }) => message === "the shell by command");
    expect(failed.runtime_id).toBe(shell.runtime_id);
    expect(runtimesOf(box, pane)).toMatchObject([
      { agent_type: "generic", pane_epoch: 1, ended_at: null },
      { agent_type: "codex", pane_epoch: 2, ended_at: expect.any(Number) },
    ]);
  });

  it("[BI18] what its shell writes to the status file right after its end is the shell's, and stays", async () => {
    const { box, codex } = await house();
    const pane = await box.registered("work");
    const file = await box.statusFile(pane);
    const shell = await box.pane(pane);
    box.type(pane, `${codex}; echo 'needs_input after it' > ${file}`);
    await untilAgent(box, pane, "codex");
    endAgent(box, pane);
    const asks = await untilPane(box, pane, ({ message }) => message === "after it");
    expect(asks).toMatchObject({ agent: "generic", runtime_id: shell.runtime_id, state: "waiting_input" });
  });

  it("[BI18, BI22] closes what was asked at the prompt before, and its end does not open it again", async () => {
    const { box, claude } = await house();
    const pane = await box.registered("work");
    print(box, pane, `${marker("needs_input", "what next?")}\n`);
    await untilPane(box, pane, ({ state }) => state === "waiting_input");
    // after this the marker cannot be attributed to the agent's start
    await sleep(2 * START_SLACK_MS);
    box.type(pane, claude);
    expect(await untilAgent(box, pane, "claude")).toMatchObject({ state: "unknown", attention: null });
    endAgent(box, pane);
    const after = await untilPane(box, pane, ({ agent }) => agent === "generic");
    expect(after).toMatchObject({ state: "idle", attention: null });
  });

  it("[BI24] a signal from an agent's first moment belongs to it, although it was not found yet", async () => {
    const { box, claude } = await house();
    const pane = await box.registered("work");
    box.type(pane, `${claude} '${AGTMUX} signal needs_input "first word"'`);
    const item = await untilPane(box, pane, ({ agent, state }) => agent === "claude" && state === "waiting_input");
    expect(item.message).toBe("first word");
    const [word] = events(box, "command");
    expect(word).toMatchObject({ bind_status: "bound", runtime_id: lifeOf(box, pane, "claude").runtime_id });
  });

  it("[BI23] a signal of the shell right after the agent's end belongs to the shell", async () => {
    const { box, claude } = await house();
    const pane = await box.registered("work");
    box.type(pane, `${claude}; ${AGTMUX} signal needs_testing "after it"`);
    await untilAgent(box, pane, "claude");
    endAgent(box, pane);
    await until(() => events(box, "command").length === 1);
    expect(events(box, "command")).toMatchObject([{ runtime_id: lifeOf(box, pane, "generic").runtime_id }]);
    const after = await untilPane(box, pane, ({ agent, state }) => agent === "generic" && state === "completed");
    expect(after).toMatchObject({ message: "after it", attention: { kind: "testing" } });
  });
});

describe("a runtime lives as long as its agent's process", () => {
  it("[BI19] it ends when that process alone is killed", async () => {
    const { box, claude } = await house();
    const pane = typed(box, claude);
    await untilAgent(box, pane, "claude");
    process.kill(lifeOf(box, pane, "claude").pid, "SIGKILL");
    const after = await untilPane(box, pane, ({ agent }) => agent === null);
    expect(after).toMatchObject({ state: "unknown", reason_code: "no_agent" });
    expect(runtimesOf(box, pane)).toMatchObject([{ ended_at: expect.any(Number) }]);
  });

  it("[BI19] it ends with its pane", async () => {
    const { box, codex } = await house();
    const pane = typed(box, codex);
    await untilAgent(box, pane, "codex");
    box.tmux("kill-pane", "-t", pane);
    await until(() => runtimesOf(box, pane)[0]?.ended_at !== null);
    expect((await box.panes()).summary.agents).toBe(0);
  });

  it("[BI13, BI19] all end with the tmux server, and those of the next server are others", async () => {
    const { box, claude, codex } = await house();
    const start = () => [box.session("one", `exec ${claude}`), box.session("two", `exec ${codex}`)] as const;
    const panes = start();
    const before = [await untilAgent(box, panes[0], "claude"), await untilAgent(box, panes[1], "codex")];
    const server = Number(box.tmux("display-message", "-p", "#{pid}"));
    box.tmux("kill-server");
    await until(() => !isRunning(server));
    box.session("first");
    expect(start()).toEqual(panes);
    for (const [index, agent] of ["claude", "codex"].entries()) {
      const pane = panes[index] as string;
      const after = await untilPane(
        box,
        pane,
        (item) => item.agent === agent && item.runtime_id !== before[index]?.runtime_id,
      );
      expect(runtimesOf(box, pane)).toMatchObject([
        { runtime_id: before[index]?.runtime_id, pane_epoch: 1, ended_at: expect.any(Number) },
        { runtime_id: after.runtime_id, pane_epoch: 2, ended_at: null },
      ]);
    }
  });

  it("[BI1, BI19] it is the same for a daemon that was restarted or killed meanwhile", async () => {
    const { box, codex } = await house();
    const pane = typed(box, codex);
    const { runtime_id } = await untilAgent(box, pane, "codex");
    await restartDaemon(box);
    expect(await untilPane(box, pane, ({ agent }) => agent === "codex")).toMatchObject({ runtime_id });
    await killDaemon(box);
    await box.startDaemon();
    expect(await untilPane(box, pane, ({ agent }) => agent === "codex")).toMatchObject({ runtime_id });
    expect(runtimesOf(box, pane)).toHaveLength(1);
  });

  it("[BI1, BI19, EN4] two agents one after the other are two, and the first one's late hooks are not the second one's", async () => {
    const { box, claude } = await house();
    const pane = typed(box, `while :; do ${claude}; done`);
    const first = await untilAgent(box, pane, "claude");
    const firstPid = lifeOf(box, pane, "claude").pid;
    const said = Date.now();
    endAgent(box, pane);
    const second = await untilPane(
      box,
      pane,
      ({ agent, runtime_id }) => agent === "claude" && runtime_id !== first.runtime_id,
    );
    drop(box, { agent: "claude", event: "Stop", pane, pid: firstPid }, said);
    drop(box, { agent: "claude", event: "Start", pane, pid: lifeOf(box, pane, "claude").pid });
    await until(() => events(box, "hook").length === 2);
    const heard = events(box, "hook").map(({ event_type, runtime_id }) => [event_type, runtime_id]);
    expect(heard.sort()).toEqual([
      ["claude.Start", second.runtime_id],
      ["claude.Stop", first.runtime_id],
    ]);
    expect(runtimesOf(box, pane).map(({ pane_epoch, ended_at }) => [pane_epoch, ended_at === null])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  it("[BI23] a hook of the binary behind a shim reaches its agent, though it names another pane", async () => {
    const { box, codex } = await house();
    const panes = [typed(box, codex), typed(box, codex)] as const;
    const [, second] = [await untilAgent(box, panes[0], "codex"), await untilAgent(box, panes[1], "codex")];
    const binary = READY.exec(box.screen(panes[1]))?.[1];
    expect(Number(binary)).not.toBe(lifeOf(box, panes[1], "codex").pid);
    // the shim may have been seen before the binary it starts: repeat
    await until(() => {
      drop(box, { agent: "codex", event: "Stop", pane: panes[0], pid: Number(binary) });
      return events(box, "hook").at(-1)?.runtime_id === second.runtime_id;
    });
  });
});

describe("markers of agents", () => {
  it("[SR11] markers are read in an unregistered pane as long as an agent runs there", async () => {
    const { box, claude } = await house();
    const [pane, plain] = [typed(box, claude), box.session("plain")];
    const { runtime_id } = await untilAgent(box, pane, "claude");
    print(box, plain, `${marker("needs_input", "nobody listens")}\n`);
    await until(() => box.screen(plain).includes("nobody listens"));
    print(box, pane, `${marker("needs_input", "hear me")}\n`);
    const item = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    expect(item).toMatchObject({ agent: "claude", runtime_id, message: "hear me", source: "marker" });
    expect(await box.pane(plain)).toMatchObject({ agent: null, reason_code: "no_agent" });
  });

  it("[SR33, MK25] on the screen of an agent whose words are not heard, a marker in a box or under a tool is no signal", async () => {
    const { box, claude } = await house();
    const pane = typed(box, claude);
    await untilAgent(box, pane, "claude");
    const shown = `│ ${marker("error", "boxed")} │\n  └ notes\n    ${marker("error", "noted")}\n`;
    print(box, pane, `${shown}\n● ${marker("needs_input", "said")}\n│ ${marker("error", "boxed too")} │\n`);
    const item = await untilPane(box, pane, ({ state }) => state === "waiting_input");
    expect(item).toMatchObject({ message: "said", source: "marker" });
    expect(events(box, "marker").map(({ message }) => message)).toEqual(["said"]);
  });
});

it("[BI17, BI18, BI19, SR11, SR19] the same over ssh", async () => {
  const vm = await sshHost();
  const box = sandbox({ AGTMUX_SSH_CONFIG: vm.sshConfig });
  const { codex } = fakeAgents(vm.dir);
  const pane = vm.session("work");
  await box.startDaemon();
  expect(await box.agtmux(["target", "add", vm.alias, "--kind", "ssh"])).toMatchObject({ code: 0 });
  vm.type(pane, codex);
  const { runtime_id } = await untilPane(box, pane, ({ agent }) => agent === "codex");
  await until(() => READY.test(vm.screen(pane)));

  writeFileSync(join(vm.dir, "words"), `${marker("needs_input", "printed there")}\n`);
  vm.type(pane, `cat ${join(vm.dir, "words")}`);
  const asked = await untilPane(box, pane, ({ state }) => state === "waiting_input");
  expect(asked).toMatchObject({ runtime_id, message: "printed there", identity: { target: vm.alias } });
  vm.type(pane, `${vm.home}/bin/agtmux signal error sent`);
  expect(await untilPane(box, pane, ({ message }) => message === "sent")).toMatchObject({ runtime_id, state: "error" });

  await restartDaemon(box);
  expect(await untilPane(box, pane, ({ state }) => state === "error")).toMatchObject({ runtime_id, agent: "codex" });
  vm.run(`kill -9 ${lifeOf(box, pane, "codex").pid}`);
  await untilPane(box, pane, ({ agent }) => agent === null);
  expect(runtimesOf(box, pane)).toMatchObject([{ runtime_id, ended_at: expect.any(Number) }]);
});

let sessions = 0;

/** A new session with a line typed into its shell; returns its pane id. */
function typed(box: Sandbox, line: string): string {
  sessions += 1;
  const pane = box.session(`typed-${sessions}`);
  box.type(pane, line);
  return pane;
}
