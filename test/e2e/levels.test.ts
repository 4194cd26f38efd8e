import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { recordedScreen } from "../accuracy/shown-screen.ts";
import { events } from "../support/event-log.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { daemonWith, untilListened, untilPaneOf } from "../support/remote-target.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { sshHost } from "../support/ssh-host.ts";

// only a hang takes this long
vi.setConfig({ testTimeout: 90_000 });

describe("what an agent shows and writes besides its hooks", () => {
  it("[AD7, AD15, SR27] Claude's own files tell the interrupt and the failure that no hook does", async () => {
    const { box, pane, pid } = await paneWith("claude");
    const folder = join(box.dir, ".claude");
    const transcript = join(folder, "projects", "w", "s-1.jsonl");
    const turn = { session_id: "s-1", prompt_id: "t-1", cwd: "/w", transcript_path: transcript };
    const told = (fields: object) => `${JSON.stringify({ sessionId: "s-1", ...fields })}\n`;
    const shows = (status: string, waitingFor?: string) =>
      replace(join(folder, "sessions", `${pid}.json`), { pid, status, waitingFor, statusUpdatedAt: Date.now() });

    shows("busy");
    append(transcript, told({ type: "user", timestamp: now(), message: { content: "build it" } }));
    hook(box, pane, "claude", "UserPromptSubmit", turn);
    await untilPane(box, pane, ({ state }) => state === "running");
    shows("waiting", "permission prompt");
    const asks = await untilPane(
      box,
      pane,
      ({ state, attention }) => state === "waiting_approval" && attention !== null,
    );
    expect(asks).toMatchObject({ source: "session_file", attention: { kind: "approval" } });
    shows("idle");
    await untilPane(box, pane, ({ state, attention }) => state === "idle" && attention === null);

    hook(box, pane, "claude", "UserPromptSubmit", { ...turn, prompt_id: "t-2" });
    await untilPane(box, pane, ({ state }) => state === "running");
    shows("busy");
    const content = [{ type: "text", text: "API Error: 400 bad request" }];
    const failure = told({ type: "assistant", timestamp: now(), isApiErrorMessage: true, message: { content } });
    append(transcript, failure.slice(0, 40));
    append(transcript, failure.slice(40));
    shows("idle");
    const failed = await untilPane(box, pane, ({ state, attention }) => state === "error" && attention !== null);
    expect(failed).toMatchObject({ message: "API Error: 400 bad request", attention: { kind: "error" } });
  });

  it("[SR27] lines written while the daemon was down are read when it is back, each once", async () => {
    const { box, pane } = await paneWith("claude");
    const transcript = join(box.dir, ".claude", "projects", "w", "s-1.jsonl");
    const turn = { session_id: "s-1", prompt_id: "t-1", cwd: "/w", transcript_path: transcript };
    const interrupt = () => {
      const message = { content: [{ type: "text", text: "[Request interrupted by user]" }] };
      append(transcript, `${JSON.stringify({ type: "user", timestamp: now(), sessionId: "s-1", message })}\n`);
    };
    hook(box, pane, "claude", "UserPromptSubmit", turn);
    await untilPane(box, pane, ({ state }) => state === "running");
    interrupt();
    await untilPane(box, pane, ({ state }) => state === "idle");
    await box.agtmux(["daemon", "stop"]);
    interrupt();
    await box.startDaemon();
    interrupt();
    const interrupts = () => events(box).filter(({ event_type }) => event_type === "claude.interrupted");
    await untilPane(box, pane, () => interrupts().length >= 3);
    expect(interrupts()).toHaveLength(3);
  });

  it("[AD9, SR26] Codex's own status in its output is heeded although tmux is not", async () => {
    const { box, pane } = await paneWith("codex");
    // what is printed earlier and not seen on the screen is lost
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_pipe}") === "1");
    const shows = (state: string) => box.type(pane, `printf '\\033]7501;state=${state}\\033\\\\'`);
    shows("working:app=codex");
    await untilPane(box, pane, ({ state, source }) => state === "running" && source === "osc");
    shows("blocked:app=codex:kind=permission");
    await untilPane(
      box,
      pane,
      ({ state, attention }) => state === "waiting_approval" && attention?.kind === "approval",
    );
    shows("error:app=codex");
    await untilPane(box, pane, ({ state }) => state === "error");
  });

  it("[EN47, AD15] an error that Codex's status reports without words has those on its screen", async () => {
    const { box, pane } = await paneWith("codex");
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_pipe}") === "1");
    const file = join(box.dir, "failed.txt");
    const rows = ["› List the tasks", "", "", '■ {"error":{"message":"mock error 400"}}', "", ""];
    const screen = [...rows, "› Ask Codex to do anything", "", "  mock-model default · ~/demo"].join("\n");
    const status = (state: string) => `\x1b]7501;state=${state}:app=codex\x1b\\`;
    writeFileSync(file, `\x1b[2J\x1b[H${status("error")}${screen}`);
    box.type(pane, `printf '\\033]7501;state=working:app=codex\\033\\\\'`);
    await untilPane(box, pane, ({ state, source }) => state === "running" && source === "osc");
    box.type(pane, `clear; cat ${file}; sleep 600`);
    const item = await untilPane(box, pane, ({ state, message }) => state === "error" && message === "mock error 400");
    expect([item.source, item.attention?.kind]).toEqual(["osc", "error"]);
    await untilPane(box, pane, ({ attention }) => attention?.message === "mock error 400");
  });

  it("[AD11] Gemini's title is read as it is set, and after a restart as tmux has kept it", async () => {
    const { box, pane } = await paneWith("gemini");
    const shows = (title: string) => box.type(pane, `printf '\\033]0;${title}\\007'`);
    shows("✦  Working… (demo)");
    await untilPane(box, pane, ({ state, source }) => state === "running" && source === "title");
    shows("◇  Ready (demo)");
    const rests = await untilPane(box, pane, ({ state, source }) => state === "idle" && source === "title");
    await box.agtmux(["daemon", "stop"]);
    await box.startDaemon();
    const again = await untilPane(box, pane, ({ state }) => state === "idle");
    expect(again).toMatchObject({ source: "title", since: rests.since, attention: null });
  });

  it("[AD44] a screen painted before its agent was known is read once it is, although nothing more is printed", async () => {
    const box = sandbox({ AGTMUX_MARKERS: "all" });
    await box.startDaemon();
    const painted = join(box.dir, "painted");
    writeFileSync(painted, recordedScreen("codex", "startup").lines.join("\n").trimEnd());
    const pane = box.session(
      "work",
      `stty -echo; cat ${painted}; read go; exec ${fakeAgents(box.dir).codex} 'sleep 80'`,
    );
    await until(() => box.tmux("display-message", "-p", "-t", pane, "#{pane_pipe}").trim() === "1");
    box.tmux("send-keys", "-t", pane, "Enter");
    await untilPane(
      box,
      pane,
      ({ agent, state, source }) => agent === "codex" && state === "idle" && source === "screen",
    );
  });
});

describe("what an agent elsewhere shows and writes besides its hooks", () => {
  it("[AD7, AD9, AD15, SR19, SR27] is read over ssh: files whole and line by line, status in the output, each once", async () => {
    const vm = await sshHost();
    const box = await daemonWith([vm]);
    const agents = fakeAgents(vm.dir);
    const claude = vm.session("claude", `exec ${agents.claude}`);
    await untilPaneOf(box, vm.alias, claude, ({ agent }) => agent === "claude");
    const pid = Number(vm.tmux("display-message", "-p", "-t", claude, "#{pane_pid}"));
    const folder = join(vm.dir, ".claude");
    const transcript = join(folder, "projects", "w", "s-1.jsonl");
    const turn = { session_id: "s-1", prompt_id: "t-1", cwd: "/w", transcript_path: transcript };
    const payload = join(vm.dir, "payload.json");
    writeFileSync(payload, JSON.stringify(turn));
    const shows = (status: string) =>
      replace(join(folder, "sessions", `${pid}.json`), { pid, status, statusUpdatedAt: Date.now() });

    shows("busy");
    append(transcript, "");
    vm.type(claude, `${vm.home}/bin/agtmux hook claude UserPromptSubmit < ${payload}`);
    await untilPaneOf(box, vm.alias, claude, ({ state }) => state === "running");
    await untilPaneOf(box, vm.alias, claude, () => events(box).some(({ event_type }) => event_type === "claude.busy"));
    const content = [{ type: "text", text: "API Error: 400 bad request" }];
    const failure = { type: "assistant", timestamp: now(), isApiErrorMessage: true, message: { content } };
    append(transcript, `${JSON.stringify({ sessionId: "s-1", ...failure })}\n`);
    await untilPaneOf(box, vm.alias, claude, ({ state, message }) => state === "error" && message.includes("400"));
    shows("idle");

    const codex = vm.session("codex", `exec ${agents.codex}`);
    await untilPaneOf(box, vm.alias, codex, ({ agent }) => agent === "codex");
    await untilListened(vm, "codex");
    vm.type(codex, "printf '\\033]7501;state=blocked:app=codex:kind=question\\033\\\\\\n'");
    await untilPaneOf(box, vm.alias, codex, ({ state, source }) => state === "waiting_input" && source === "osc");
    expect(events(box).filter(({ event_type }) => event_type === "claude.api_error")).toHaveLength(1);
  });
});

async function paneWith(agent: "claude" | "codex" | "gemini") {
  const box = sandbox();
  await box.startDaemon();
  const pane = box.session("work", `exec ${fakeAgents(box.dir)[agent]}`);
  await untilPane(box, pane, (item) => item.agent === agent);
  return { box, pane, pid: Number(box.tmux("display-message", "-p", "-t", pane, "#{pane_pid}").trim()) };
}

let serial = 0;

function hook(box: Sandbox, pane: string, agent: string, event: string, payload: object): void {
  serial += 1;
  const file = join(box.dir, `payload-${serial}.json`);
  writeFileSync(file, JSON.stringify(payload));
  box.type(pane, `${join(box.home, "bin", "agtmux")} hook ${agent} ${event} < ${file}`);
}

function append(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, text);
}

function replace(path: string, content: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(content));
  renameSync(`${path}.new`, path);
}

function now(): string {
  return new Date().toISOString();
}
