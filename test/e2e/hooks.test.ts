import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { events, query } from "../support/event-log.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { marker, print } from "../support/print.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";

const TURN = { session_id: "s-1", prompt_id: "t-1", cwd: "/w" };
const BASH = { ...TURN, tool_name: "Bash", tool_input: { command: "make" }, tool_use_id: "call-1" };

describe("hooks of an agent in a pane", () => {
  it("[AD5, AD6, AD16, AD19] a turn of Claude: working, asking, done with a question", async () => {
    const { box, pane, hook } = await paneWithClaude();
    hook("UserPromptSubmit", { ...TURN, prompt: "build it" });
    await untilPane(box, pane, ({ state, source }) => state === "running" && source === "hook");
    hook("PreToolUse", BASH);
    hook("PermissionRequest", BASH);
    const asks = await untilPane(box, pane, ({ state }) => state === "waiting_approval");
    expect(asks).toMatchObject({ agent: "claude", attention: { kind: "approval", source: "hook" } });
    hook("Notification", { ...TURN, notification_type: "idle_prompt" });
    hook("Nonsense", { ...TURN });
    await until(() => events(box).some(({ event_type }) => event_type === "claude.Nonsense"));
    expect(await box.pane(pane)).toMatchObject({ state: "waiting_approval" });
    hook("PostToolUse", { ...BASH, tool_response: {} });
    await untilPane(box, pane, ({ state }) => state === "running");
    const last_assistant_message = "Built.\n\n--<[schmux:needs_testing:Try the login page]>--";
    hook("Stop", { ...TURN, last_assistant_message, background_tasks: [] });
    const done = await untilPane(box, pane, ({ state, attention }) => state === "completed" && attention !== null);
    expect(done).toMatchObject({ message: "Try the login page", attention: { kind: "testing", source: "agent" } });
  });

  it("[SR33, AD16, SR18] markers that it only shows do not count: neither in a file that a tool prints nor in an example in its answer", async () => {
    const { box, pane, hook } = await paneWithClaude();
    hook("UserPromptSubmit", { ...TURN, prompt: "read the notes" });
    await untilPane(box, pane, ({ state, source }) => state === "running" && source === "hook");
    print(box, pane, `${marker("needs_input", "noted")}\n`);
    await until(() => box.screen(pane).includes(marker("needs_input", "noted")));
    const last_assistant_message = `To call somebody, print:\n\n\`\`\`\n${marker("error", "example")}\n\`\`\``;
    hook("Stop", { ...TURN, last_assistant_message, background_tasks: [] });
    await untilPane(box, pane, ({ attention }) => attention?.kind === "done");
    await until(async () => (await box.client.health()).problems.some(({ code }) => code === "SIGNAL_NEAR_MISS"));
    // longer than the settle time of a screen and the wait at a first look
    await sleep(4_000);
    expect(await box.pane(pane)).toMatchObject({ state: "completed", attention: { kind: "done" } });
    expect(events(box, "marker")).toEqual([]);

    hook("UserPromptSubmit", { ...TURN, prompt_id: "t-2", prompt: "go on" });
    await untilPane(box, pane, ({ state }) => state === "running");
    hook("Stop", {
      ...TURN,
      prompt_id: "t-2",
      last_assistant_message: marker("error", "No disk"),
      background_tasks: [],
    });
    expect(await untilPane(box, pane, ({ state }) => state === "error")).toMatchObject({ message: "No disk" });
  });

  it("[AD19] fifty at once with 100 KB each, and fifty more while the daemon is down: each once and whole, none fails", async () => {
    const { box, pane } = await paneWithClaude();
    const fiftyAtOnce = async (from: number) => {
      const turns = Array.from({ length: 50 }, (_, n) => `t-${from + n}`);
      const codes = turns.map((turn) => runHook(box, pane, "UserPromptSubmit", payloadOf(turn)));
      expect(await Promise.all(codes)).toEqual(turns.map(() => 0));
      return turns;
    };
    const heard = await fiftyAtOnce(100);
    await box.agtmux(["daemon", "stop"]);
    const kept = await fiftyAtOnce(200);
    await box.startDaemon();
    const logged = () =>
      query<{ turn: string; payload: string }>(
        box,
        "SELECT turn, json_extract(payload, '$') AS payload FROM events WHERE source = 'hook' AND bind_status = 'bound' ORDER BY turn",
      );
    await until(() => logged().length >= 100);
    expect(logged()).toEqual([...heard, ...kept].map((turn) => ({ turn, payload: payloadOf(turn) })));
  });

  it("[AD6, AD19] a notify of Codex, its JSON as an argument, ends the turn of the pane it was run in", async () => {
    const box = sandbox();
    await box.startDaemon();
    const pane = box.session("work", `exec ${fakeAgents(box.dir).codex}`);
    await untilPane(box, pane, ({ agent }) => agent === "codex");
    const turn = { type: "agent-turn-complete", "thread-id": "s-1", "turn-id": "t-1", cwd: "/w" };
    const notice = { ...turn, "input-messages": ["build it"], "last-assistant-message": "It is built" };
    box.type(pane, `${join(box.home, "bin", "agtmux")} hook codex notify '${JSON.stringify(notice)}'`);
    const done = await untilPane(box, pane, ({ state }) => state === "completed");
    expect(done).toMatchObject({ source: "notify", message: "It is built" });
  });
});

/** A daemon, and a pane with a fake Claude; `hook` makes that process run our hook, as the agent would. */
async function paneWithClaude() {
  const box = sandbox();
  await box.startDaemon();
  const pane = box.session("work", `exec ${fakeAgents(box.dir).claude}`);
  await untilPane(box, pane, ({ agent }) => agent === "claude");
  let serial = 0;
  const hook = (event: string, payload: object) => {
    serial += 1;
    const file = join(box.dir, `payload-${serial}.json`);
    writeFileSync(file, JSON.stringify(payload));
    box.type(pane, `${join(box.home, "bin", "agtmux")} hook claude ${event} < ${file}`);
  };
  return { box, pane, hook };
}

function payloadOf(turn: string): string {
  return JSON.stringify({ ...TURN, prompt_id: turn, prompt: "x".repeat(100_000) });
}

/** Runs the hook from outside the pane, but with its variables; returns the exit code. */
function runHook(box: Sandbox, pane: string, event: string, payload: string): Promise<number> {
  const tmux = box.tmux("display-message", "-p", "-t", pane, "#{socket_path},#{pid},0");
  return new Promise((done) => {
    const env = { ...box.env, TMUX: tmux, TMUX_PANE: pane };
    const child = execFile(join(box.home, "bin", "agtmux"), ["hook", "claude", event], { env }, (error) =>
      done(error === null ? 0 : Number(error.code)),
    );
    child.stdin?.end(payload);
  });
}
