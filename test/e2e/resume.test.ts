import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ResumableList, ResumeReport } from "../../src/core/protocol/actions/resume.ts";
import { quoted } from "../../src/core/provision/shell-words.ts";
import { restartDaemon } from "../support/daemon-life.ts";
import { daemonWith, untilPaneOf, untilTarget } from "../support/remote-target.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { canNetns, sshHost } from "../support/ssh-host.ts";
import { audited, expectRefusal } from "../support/stage.ts";

const LONG = { timeout: 180_000 };

describe("agtmux resume", () => {
  it("[RS1, RS2] starts an ended agent again at its own prompt, with its own session", LONG, async () => {
    const { box, pane } = await ended("0f1e-1");
    const [item] = await listed(box);
    expect(item).toMatchObject({
      agent: "claude",
      target: "host",
      pane_id: pane,
      session_name: "work",
      cwd: box.workspace,
      session_id: "0f1e-1",
      command: "claude --resume 0f1e-1",
    });
    const table = (await box.agtmux(["resume", "--all", "--dry-run"])).stdout;
    expect(table).toContain("claude --resume 0f1e-1");
    const { ref } = await box.pane(pane);
    const plan = await box.agtmux(["resume", ref, "--dry-run"]);
    expect(plan.stdout).toContain(`would start in its pane ${pane} on host: claude --resume 0f1e-1`);
    expect(starts(box)).toHaveLength(1);
    const report = ResumeReport.parse(await box.json("resume", ref, "--json"));
    expect(report.items).toMatchObject([{ place: "same_pane", pane_id: pane, started: true, error: null }]);
    expect(await nextStart(box)).toEqual({ args: ["--resume", "0f1e-1"], cwd: box.workspace });
    await untilPane(box, pane, ({ agent }) => agent === "claude");
    expect(await listed(box)).toEqual([]);
  });

  it("[RS3] refuses what is alive, unknown, or no agent, each with its code", LONG, async () => {
    const { box, pane } = await started("0f1e-2");
    const { ref } = await box.pane(pane);
    expect(await box.agtmux(["resume", ref])).toMatchObject({
      code: 46,
      stderr: expect.stringMatching(/claude is alive in %\d+ on host: it has not ended \[E_AGENT_ALIVE\]/),
    });
    const other = box.tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "exec bash --norc");
    const item = await untilPane(box, other, () => true);
    expect(await box.agtmux(["resume", item.ref])).toMatchObject({
      code: 47,
      stderr: expect.stringContaining("E_NOT_RESUMABLE"),
    });
    expect((await box.agtmux(["resume", "runtime:nobody"])).stderr).toContain("[E_REF_NOT_FOUND]");
    expect((await box.agtmux(["resume", "pane:nonsense"])).stderr).toContain("[E_REF_INVALID]");
    expect((await box.agtmux(["resume"])).stderr).toContain("[E_USAGE]");
    expect((await box.agtmux(["resume", ref, "--all"])).stderr).toContain("[E_USAGE]");
    expect(starts(box)).toHaveLength(1);
  });

  it("[RS4] goes where it was started, whatever its name, and clears a draft instead of running it", LONG, async () => {
    const { box, pane } = await ended("0f1e-3", `it's "a" $(touch bad) dir; é`);
    box.type(pane, "cd /");
    await until(() => box.tmux("display", "-p", "-t", pane, "#{pane_current_path}") === "/");
    box.tmux("send-keys", "-t", pane, "-l", "touch drafted; ");
    const [item] = await listed(box);
    const report = ResumeReport.parse(await box.json("resume", item?.ref ?? "", "--json"));
    expect(report.items).toMatchObject([{ place: "same_pane", started: true }]);
    const cwd = join(box.workspace, `it's "a" $(touch bad) dir; é`);
    expect(await nextStart(box)).toEqual({ args: ["--resume", "0f1e-3"], cwd });
    box.tmux("send-keys", "-t", pane, "C-d");
    await untilPane(box, pane, ({ agent }) => agent !== "claude");
    box.type(pane, "ls /drafted ./bad; echo over");
    await until(() => box.screen(pane).includes("\nover"));
    expect(box.screen(pane)).toMatch(/cannot access '\/drafted'[\s\S]*cannot access '.\/bad'/);
  });

  it.each([
    ["a program", "sleep 1020"],
    // tmux shows the same command name for it as for the shell above it
    ["a script of the same shell", "bash ./script"],
  ])("[RS1] opens a new window where %s has the old pane", LONG, async (_, command) => {
    const { box, pane } = await ended("0f1e-4");
    writeFileSync(join(box.workspace, "script"), "read line; touch typed-into\n");
    box.type(pane, command);
    await until(() => childrenOf(box, pane) > 0);
    const [item] = await listed(box);
    const report = ResumeReport.parse(await box.json("resume", item?.ref ?? "", "--json"));
    const [outcome] = report.items;
    expect(outcome).toMatchObject({ place: "new_window", started: true });
    expect(outcome?.pane_id).not.toBe(pane);
    expect(box.tmux("display", "-p", "-t", outcome?.pane_id ?? "", "#{session_name}")).toBe("work");
    expect(box.screen(pane)).not.toContain("--resume");
  });

  it(
    "[RS1] opens one where it is asked to, or the pane is in copy mode, or its keys go to others too",
    LONG,
    async () => {
      const { box, pane } = await ended("0f1e-5");
      const [item] = await listed(box);
      const ref = item?.ref ?? "";
      const resumed = async (...options: string[]) => {
        const { items } = ResumeReport.parse(await box.json("resume", ref, ...options, "--json"));
        const paneId = items[0]?.pane_id ?? "";
        box.tmux("send-keys", "-t", paneId, "C-d");
        await untilLeft(box, paneId);
        return [items[0]?.place, items[0]?.started];
      };
      expect(await resumed("--new-window")).toEqual(["new_window", true]);
      box.tmux("copy-mode", "-t", pane);
      expect(await resumed()).toEqual(["new_window", true]);
      box.tmux("send-keys", "-t", pane, "-X", "cancel");
      box.tmux("set-option", "-w", "-t", pane, "synchronize-panes", "on");
      expect(await resumed()).toEqual(["new_window", true]);
      box.tmux("set-option", "-w", "-t", pane, "synchronize-panes", "off");
      expect(await resumed()).toEqual(["same_pane", true]);
    },
  );

  it(
    "[RS1, RS2] brings all back in sessions of their names when their server has gone, and starts none",
    LONG,
    async () => {
      const { box, pane } = await ended("0f1e-6");
      box.type(pane, `FAKE_SESSION=0f1e-7 claude`);
      await untilPane(box, pane, ({ agent }) => agent === "claude");
      await until(async () => (await box.pane(pane)).state === "completed");
      box.tmux("kill-server");
      await until(async () => (await box.client.health()).problems.some(({ code }) => code === "NO_TMUX_SERVER"));
      await restartDaemon(box);
      expect((await listed(box)).map(({ session_id }) => session_id)).toEqual(["0f1e-7", "0f1e-6"]);
      const without = await box.agtmux(["resume", "--all"]);
      expect(without.code).toBe(24);
      expect(without.stdout).toContain(
        "no tmux server is running: start tmux there, then try again [E_NO_TMUX_SERVER]",
      );
      const fresh = box.session("elsewhere", "exec bash --norc");
      equip(box);
      await untilPane(box, fresh, () => true);
      const report = ResumeReport.parse(await box.json("resume", "--all", "--json"));
      expect(report.items).toMatchObject([
        { item: { session_id: "0f1e-7" }, place: "new_session", started: true },
        { item: { session_id: "0f1e-6" }, place: "new_window", started: true },
      ]);
      const sessions = report.items.map(({ pane_id }) =>
        box.tmux("display", "-p", "-t", pane_id ?? "", "#{session_name}"),
      );
      expect(sessions).toEqual(["work", "work"]);
      expect(await listed(box)).toEqual([]);
    },
  );

  it("[RS8, RS2] repeats flags, skips who lost its directory, and takes filters", LONG, async () => {
    const { box, pane } = await ended("0f1e-b", "tree");
    box.type(pane, `cd ..; FAKE_SESSION=0f1e-c claude --model opus --api-key secret --dangerously-skip-permissions`);
    await untilPane(box, pane, ({ agent, state }) => agent === "claude" && state === "completed");
    box.type(pane, "exit");
    await untilLeft(box, pane);
    rmSync(join(box.workspace, "tree"), { recursive: true });
    const table = (await box.agtmux(["resume", "--all", "--dry-run"])).stdout;
    expect(table).toMatch(/tree \(gone: skipped\) .* claude --resume 0f1e-b/);
    const command = "claude --resume 0f1e-c --model opus --dangerously-skip-permissions";
    expect(table).toContain(command);
    expect((await box.agtmux(["resume", "--all", "--agent", "codex"])).stdout).toBe("Nothing can come back.\n");
    expectRefusal(await box.agtmux(["resume", pane, "--agent", "claude"]), "E_USAGE");
    const ran = await box.agtmux([
      "resume",
      "--all",
      "--agent",
      "codex,claude",
      "--session",
      "work",
      "--target",
      "host",
    ]);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/is skipped: its directory .*tree is gone/) });
    expect(ran.stdout).toContain(`is back in its pane ${pane} on host: ${command}`);
  });

  it("[GD18] is in the audit for each agent, with what was typed where; a dry run is not", LONG, async () => {
    const { box, pane } = await started("0f1e-a");
    const { ref, runtime_id } = await box.pane(pane);
    expectRefusal(await box.agtmux(["resume", ref]), "E_AGENT_ALIVE");
    box.type(pane, "exit");
    await untilLeft(box, pane);
    await box.agtmux(["resume", "--all", "--dry-run"]);
    await box.json("resume", "--all", "--json");
    const common = { action: "resume", agent: "claude", target: "host", pane_id: pane, runtime_id };
    expect((await audited(box)).items).toMatchObject([
      {
        ...common,
        outcome: "done",
        asked_ref: null,
        request: { all: true, new_window: false },
        effects: [`typed claude --resume 0f1e-a into ${pane} (same pane)`],
      },
      { action: "resume", outcome: "refused", code: "E_AGENT_ALIVE", asked_ref: ref, request: { all: false } },
    ]);
    expect((await box.agtmux(["audit"])).stdout).toMatch(/resume +done +claude \S+ +typed claude --resume 0f1e-a/);
  });

  it("[RS2] the command that a wrapper ran ends with what is known of its end", LONG, async () => {
    const { box, pane } = await ended("0f1e-8", ".", `${join(import.meta.dirname, "../../bin/agtmux")} run --`);
    await until(
      async () => (await listed(box))[0]?.exit_code === 0,
      async () => JSON.stringify(await listed(box)),
    );
    expect((await box.agtmux(["resume", "--all", "--dry-run"])).stdout).toMatch(/\d+s ago, code 0/);
    expect((await box.pane(pane)).state).toBe("idle");
  });
});

describe.runIf(canNetns)("agtmux resume on another machine", () => {
  it("[RS1, RS3] works the same over ssh, and says so if the machine does not answer", LONG, async () => {
    const vm = await sshHost();
    const tools = fakeClaude(vm.dir);
    vm.session("keep");
    const pane = vm.session("work", "exec bash --norc");
    const box = await daemonWith([vm]);
    vm.type(pane, `export PATH=${tools}:$PATH FAKE_LOG=${vm.dir}/starts; FAKE_SESSION=0f1e-9 claude`);
    await untilPaneOf(box, "vm1", pane, ({ agent, state }) => agent === "claude" && state === "completed");
    vm.type(pane, "exit");
    await untilPaneOf(box, "vm1", pane, ({ agent }) => agent !== "claude");
    const report = ResumeReport.parse(await box.json("resume", "--all", "--json"));
    expect(report.items).toMatchObject([{ item: { target: "vm1" }, place: "same_pane", pane_id: pane, started: true }]);
    vm.type(pane, "exit");
    await untilPaneOf(box, "vm1", pane, ({ agent }) => agent !== "claude");
    vm.cut();
    await untilTarget(box, "vm1", ({ health }) => health === "down");
    const ref = report.items[0]?.item.ref ?? "";
    expect(await box.agtmux(["resume", ref])).toMatchObject({
      code: 62,
      stderr: expect.stringContaining("E_TARGET_UNREACHABLE"),
    });
  });
});

async function listed(box: Sandbox) {
  return ResumableList.parse(await box.json("resume", "--all", "--dry-run", "--json")).items;
}

/** A pane with a running agent that has reported its session. */
async function started(session: string, directory = ".", prefix = "") {
  const box = sandbox();
  const tools = fakeClaude(box.dir);
  mkdirSync(join(box.workspace, directory), { recursive: true });
  const pane = box.session("work", "exec bash --norc");
  equip(box);
  await box.startDaemon();
  writeFileSync(join(box.dir, "begin"), `export PATH='${tools}':"$PATH" FAKE_LOG='${box.dir}/starts'\n`);
  writeFileSync(join(box.dir, "go"), `cd ${quoted(join(box.workspace, directory))}\n`);
  box.type(pane, `. ${box.dir}/begin; . ${box.dir}/go; FAKE_SESSION=${session} ${prefix} claude`);
  await untilPane(box, pane, ({ agent, state }) => agent === "claude" && state === "completed");
  return { box, pane };
}

/** Gives new panes of this server the same PATH and shell. */
function equip(box: Sandbox): void {
  box.tmux("set-environment", "-g", "PATH", `${join(box.dir, "tools")}:${process.env.PATH}`);
  box.tmux("set-environment", "-g", "FAKE_LOG", join(box.dir, "starts"));
  box.tmux("set-option", "-g", "default-command", "exec bash --norc");
}

/** The same, after the agent has ended. */
async function ended(session: string, directory = ".", prefix = "") {
  const { box, pane } = await started(session, directory, prefix);
  box.tmux("send-keys", "-t", pane, "C-d");
  await untilLeft(box, pane);
  return { box, pane };
}

/** Waits until the agent has ended and the shell has taken its terminal back. */
async function untilLeft(box: Sandbox, pane: string): Promise<void> {
  await untilPane(box, pane, ({ agent }) => agent !== "claude");
  await until(() => /[#$]$/.test(box.screen(pane)));
}

/** A program that looks like Claude Code and reports one turn; returns its folder. */
function fakeClaude(dir: string): string {
  const tools = join(dir, "tools");
  for (const each of [tools, join(dir, "lib")]) mkdirSync(each, { recursive: true });
  symlinkSync(process.execPath, join(dir, "lib", "claude"));
  writeFileSync(join(tools, "claude"), `#!${join(dir, "lib", "claude")}\n${FAKE}`);
  chmodSync(join(tools, "claude"), 0o755);
  return tools;
}

const FAKE = `
const { spawnSync } = require("node:child_process");
const { appendFileSync } = require("node:fs");
const args = process.argv.slice(2);
const cwd = process.cwd();
appendFileSync(process.env.FAKE_LOG, JSON.stringify({ args, cwd }) + "\\n");
const session_id = args[0] === "--resume" ? args[1] : process.env.FAKE_SESSION;
const command = (process.env.AGTMUX_HOME ?? process.env.HOME + "/.agtmux") + "/bin/agtmux";
for (const event of ["UserPromptSubmit", "Stop"])
  spawnSync(command, ["hook", "claude", event], { input: JSON.stringify({ session_id, cwd, hook_event_name: event }) });
console.log("ready");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => line === "exit" && process.exit(0));
`;

function starts(box: Sandbox): { args: string[]; cwd: string }[] {
  return readFileSync(join(box.dir, "starts"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { args: string[]; cwd: string });
}

/** How the resumed agent was started: its process is visible before it has written that. */
async function nextStart(box: Sandbox) {
  await until(() => starts(box).length > 1);
  return starts(box).at(-1);
}

/** Number of child processes of the pane's process. */
function childrenOf(box: Sandbox, pane: string): number {
  const pid = box.tmux("display", "-p", "-t", pane, "#{pane_pid}");
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).length;
}
