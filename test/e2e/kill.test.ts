import { describe, expect, it } from "vitest";
import { KillReport } from "../../src/core/protocol/actions.ts";
import { audited, expectRefusal, stage, untilTyping } from "../support/acting.ts";
import { isRunning } from "../support/daemon-life.ts";
import { descendants } from "../support/process-tree.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { typist } from "../support/typist.ts";

function panePid(box: Sandbox, pane: string): number {
  return Number(box.tmux("display-message", "-p", "-t", pane, "#{pane_pid}"));
}

describe("kill", () => {
  it("[GD16] INT reaches the agent, which may go on; TERM ends it, and the shell that started it lives on", async () => {
    const { box, pane, read } = await stage();
    const shell = panePid(box, pane);
    const agent = descendants(shell)[0]?.pid ?? 0;
    const int = KillReport.parse(await box.json("kill", "claude", "--yes", "--json"));
    expect(int).toMatchObject({ signal: "INT", pid: agent, reached: "group", ended: false });
    expect(read()).toEqual(["<SIGINT>"]);
    const { stdout } = await box.agtmux(["kill", "claude", "--signal", "TERM", "--yes"]);
    expect(stdout).toMatch(/process \d+ got TERM and has ended/);
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

  it("[GD16] where the shell shares its group, only the agent gets the signal", async () => {
    const box = sandbox();
    const { command } = typist(box.dir);
    // without job control all of them are one group
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
    expect(await box.json("kill", "claude", "--signal", "KILL", "--yes", "--json")).toMatchObject({ ended: true });
  });

  it("[GD15, GD16] an agent that is stopped can be looked at and ended", async () => {
    const { box, pane } = await stage();
    const agent = descendants(panePid(box, pane))[0]?.pid ?? 0;
    process.kill(agent, "SIGSTOP");
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_current_command}") === "bash");
    expect((await box.agtmux(["view-output", pane])).code).toBe(0);
    const report = await box.json("kill", pane, "--signal", "TERM", "--yes", "--json");
    expect(report).toMatchObject({ pid: agent, reached: "group", ended: true });
    expect(isRunning(agent)).toBe(false);
  });

  it("[GD17] it asks first, of the very agent that is shown, and refuses without a terminal", async () => {
    const { box, pane, read } = await stage();
    const ran = await box.agtmux(["kill", "claude"]);
    expectRefusal(ran, "E_NOT_CONFIRMED");
    expect(ran.stderr).toContain("--yes");
    const person = box.session("person");
    box.type(person, `${AGTMUX} kill work; echo code $?`);
    await until(() => /Send INT to claude(, \w+,)? in work:0.0 \(%\d+\) on host\? \[y\/N\]/.test(box.screen(person)));
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

  it("[GD3, GD16] a guard that does not hold keeps the signal back", async () => {
    const { box, read } = await stage();
    expectRefusal(await box.agtmux(["kill", "claude", "--yes", "--if-runtime", "other"]), "E_GUARD_RUNTIME");
    expectRefusal(await box.agtmux(["kill", "claude", "--yes", "--if-state", "error"]), "E_GUARD_STATE");
    expectRefusal(await box.agtmux(["kill", "claude", "--yes", "--signal", "HUP"]), "E_USAGE");
    expect(read()).toEqual([]);
  });
});
