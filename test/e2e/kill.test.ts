import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KillReport } from "../../src/core/protocol/actions/actions.ts";
import { isRunning } from "../support/daemon-life.ts";
import { descendants } from "../support/process-tree.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { spawnAgent, spawnBox, toldBy } from "../support/spawn-box.ts";
import { drop } from "../support/spool-drop.ts";
import { audited, expectRefusal, stage, untilTyping } from "../support/stage.ts";
import { typist } from "../support/typist.ts";

function panePid(box: Sandbox, pane: string): number {
  return Number(box.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"));
}

describe("kill", () => {
  it("[GD16] INT reaches the agent, which may go on; TERM ends it in whatever state it is, and the shell that started it lives on", async () => {
    const { box, pane, read } = await stage();
    const shell = panePid(box, pane);
    const agent = descendants(shell)[0]?.pid ?? 0;
    const killing = box.json("kill", "claude", "--yes", "--json");
    await until(() => read().includes("<SIGINT>"));
    // the second waits for its turn while the first looks whether the agent ends; its state changes meanwhile
    const ending = box.client.kill({ ref: "claude", signal: "TERM" });
    drop(box, { agent: "claude", event: "UserPromptSubmit", pane, payload: JSON.stringify({ session_id: "s-1" }) });
    await untilPane(box, pane, ({ state }) => state === "running");
    const int = KillReport.parse(await killing);
    expect(int).toMatchObject({ signal: "INT", pid: agent, reached: "group", ended: false });
    await until(() => read().length > 0);
    expect(read()).toEqual(["<SIGINT>"]);
    expect(await ending).toMatchObject({ signal: "TERM", pid: agent, ended: true });
    expect([isRunning(agent), isRunning(shell)]).toEqual([false, true]);
    await untilPane(box, pane, ({ runtime_id }) => runtime_id === null);
    expectRefusal(await box.agtmux(["kill", pane, "--yes"]), "E_NO_AGENT");
    const { items } = await audited(box);
    expect(items.map(({ action, outcome, request }) => `${action} ${request.signal} ${outcome}`)).toEqual([
      "kill INT refused",
      "kill TERM done",
      "kill INT done",
    ]);
  });

  it("[GD16] if the shell is in the same process group, only the agent gets the signal", async () => {
    const box = sandbox();
    const { command } = typist(box.dir);
    // without job control all of them are one process group
    const pane = box.session("work", `sh -c '${command.replaceAll("'", "")}; sleep 600'; sleep 600`);
    await box.startDaemon();
    await untilTyping(box, pane);
    const report = KillReport.parse(await box.json("kill", "work", "--signal", "TERM", "--yes", "--json"));
    expect(report).toMatchObject({ reached: "processes", ended: true });
    await until(() => descendants(panePid(box, pane)).some(({ name }) => name === "sleep"));
  });

  it("[GD16] KILL ends an agent that is the pane's own process, whose session goes with it", async () => {
    const box = sandbox();
    const pane = box.session("only", `exec ${typist(box.dir).command}`);
    await box.startDaemon();
    await untilTyping(box, pane);
    const { stdout } = await box.agtmux(["kill", "claude", "--signal", "KILL", "--yes"]);
    expect(stdout).toMatch(/process \d+ got KILL and has ended/);
  });

  it("[GD14, GD16] an agent that is stopped can be looked at and ended", async () => {
    const { box, pane } = await stage();
    const agent = descendants(panePid(box, pane))[0]?.pid ?? 0;
    process.kill(agent, "SIGSTOP");
    await untilPane(box, pane, ({ reason_code }) => reason_code === "suspended");
    expect((await box.agtmux(["view-output", pane])).code).toBe(0);
    const report = await box.json("kill", pane, "--signal", "TERM", "--yes", "--json");
    expect(report).toMatchObject({ pid: agent, reached: "group", ended: true });
    expect(isRunning(agent)).toBe(false);
  });

  it("[GD16] it asks first, of the very agent that is shown, and refuses without a terminal", async () => {
    const { box, pane, read } = await stage();
    const ran = await box.agtmux(["kill", "claude"]);
    expectRefusal(ran, "E_NOT_CONFIRMED");
    expect(ran.stderr).toContain("--yes");
    const person = box.session("person");
    box.type(person, `${AGTMUX} kill work; echo code $?`);
    await until(() =>
      /Send INT to work \[claude\] in work:0.0 \(%\d+\) on host, \w+\? \[y\/N\]/.test(box.screen(person)),
    );
    box.type(person, "n");
    await until(() => box.screen(person).includes("code 68"));
    box.tmux("send-keys", "-t", person, "clear", "Enter");
    box.type(person, `${AGTMUX} kill work --signal TERM; echo code $?`);
    await until(() => box.screen(person).includes("Send TERM"));
    expect(read()).toEqual([]);
    box.type(person, "y");
    await until(() => box.screen(person).includes("code 0"));
    await untilPane(box, pane, ({ runtime_id }) => runtime_id === null);
  });

  it("[GD16] does not ask for confirmation if there is nothing to signal", async () => {
    const box = sandbox();
    await box.startDaemon();
    const pane = box.session("work");
    await untilPane(box, pane, () => true);
    expectRefusal(await box.agtmux(["kill", pane]), "E_NO_AGENT");
  });

  it("[GD3, GD16] a guard that does not hold keeps the signal back", async () => {
    const { box, read } = await stage();
    expectRefusal(await box.agtmux(["kill", "claude", "--yes", "--if-runtime", "other"]), "E_GUARD_RUNTIME");
    expectRefusal(await box.agtmux(["kill", "claude", "--yes", "--if-state", "error"]), "E_GUARD_STATE");
    expectRefusal(await box.agtmux(["kill", "claude", "--yes", "--signal", "HUP"]), "E_USAGE");
    expect(read()).toEqual([]);
  });
});

describe("kill of a program that no adapter knows", () => {
  it("[GD21] a spawned program is ended, also while it is stopped; the shell after it is left alone", async () => {
    const box = await spawnBox();
    const first = await spawnAgent(box, "--agent", "my-agent");
    const { pid } = await toldBy(box.home, first);
    await untilPane(box, first.pane_id, ({ runtime_id }) => runtime_id !== null);
    const report = KillReport.parse(await box.json("kill", first.ref, "--signal", "TERM", "--yes", "--json"));
    expect(report).toMatchObject({ signal: "TERM", pid, reached: "group", ended: true });
    expect(isRunning(pid)).toBe(false);
    const shell = panePid(box, first.pane_id);
    await until(() => box.screen(first.pane_id).includes("ended with code 143"));
    const again = await box.agtmux(["kill", first.ref, "--yes"]);
    expectRefusal(again, "E_NO_AGENT");
    expect(again.stderr).toContain("only a shell");
    expect(isRunning(shell)).toBe(true);

    const second = await spawnAgent(box, "--agent", "my-agent");
    const stopped = (await toldBy(box.home, second)).pid;
    await untilPane(box, second.pane_id, ({ runtime_id }) => runtime_id !== null);
    process.kill(stopped, "SIGSTOP");
    await until(() => box.screen(second.pane_id).includes("is stopped"));
    expect(await box.json("kill", second.ref, "--signal", "TERM", "--yes", "--json")).toMatchObject({
      pid: stopped,
      ended: true,
    });
  });

  it("[GD21] in a registered shell only the foreground program is ended, not the shell or its background jobs", async () => {
    const box = sandbox();
    await box.startDaemon();
    const pane = await box.registered("work");
    expectRefusal(await box.agtmux(["kill", pane, "--yes"]), "E_NO_AGENT");
    box.type(pane, "sleep 601 &");
    await until(() => sleeping(box, pane, "601") !== undefined);
    expectRefusal(await box.agtmux(["kill", pane, "--yes"]), "E_NO_AGENT");
    box.type(pane, "sleep 602 | sleep 603");
    await until(() => sleeping(box, pane, "602") !== undefined && sleeping(box, pane, "603") !== undefined);
    expect(await box.json("kill", pane, "--yes", "--json")).toMatchObject({ reached: "group", ended: true });
    await until(() => sleeping(box, pane, "602") === undefined && sleeping(box, pane, "603") === undefined);
    expect([sleeping(box, pane, "601") !== undefined, isRunning(panePid(box, pane))]).toEqual([true, true]);
    const { items } = await audited(box);
    expect(items.map(({ outcome }) => outcome)).toEqual(["done", "refused", "refused"]);
  });

  it("[GD21, WR4] a program started by agtmux run is interrupted as by Ctrl-C", async () => {
    const box = sandbox();
    await box.startDaemon();
    const pane = box.session("work");
    box.type(pane, `${AGTMUX} run -- sleep 604`);
    await untilPane(box, pane, ({ state }) => state === "running");
    // the run is told before its program starts
    await until(() => sleeping(box, pane, "604") !== undefined);
    expect(await box.json("kill", pane, "--yes", "--json")).toMatchObject({ signal: "INT", ended: true });
    await untilPane(box, pane, ({ state }) => state === "idle");
  });

  it("[GD21, GD1] a program started after the caller looked gets no signal", async () => {
    const box = sandbox();
    await box.startDaemon();
    const pane = await box.registered("work");
    const { snapshot } = await box.client.actionSnapshot(pane);
    // the start of a process is told to the second only on some machines
    await until(() => Date.now() > snapshot.observed_at + 1_500);
    box.type(pane, "sleep 605");
    await until(() => sleeping(box, pane, "605") !== undefined);
    const { snapshot_id, nonce } = snapshot;
    const subject = { snapshot: { snapshot_id, nonce }, signal: "INT" as const };
    await expect(box.client.kill({ ...subject, guards: {} })).rejects.toMatchObject({ code: "E_STALE_SNAPSHOT" });
    expect(sleeping(box, pane, "605")).toBeDefined();
    expect(await box.client.kill({ ...subject, guards: { force_stale: true } })).toMatchObject({ ended: true });
  });
});

function sleeping(box: Sandbox, pane: string, seconds: string): number | undefined {
  return descendants(panePid(box, pane)).find(({ pid, name }) => name === "sleep" && argumentsOf(pid)[1] === seconds)
    ?.pid;
}

function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}
