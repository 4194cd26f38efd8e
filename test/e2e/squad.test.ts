import { existsSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import type { SignalReport, SignalTimeline } from "../../src/core/protocol/lists/signals.ts";
import type { SquadSignal, SquadType } from "../../src/core/protocol/squad/squad.ts";
import { SQUAD_EXAMPLES } from "../../src/core/signals/squad/examples.ts";
import { filesOfSession, filesOfTmuxSession } from "../../src/core/signals/squad/file-names.ts";
import { SSE_STATES } from "../../src/core/signals/squad/sse-state.ts";
import { events } from "../support/event-log.ts";
import { fakeAgents } from "../support/fake-agent.ts";
import { ask, portOf, tokenOf } from "../support/http.ts";
import { type Sandbox, sandbox, until, untilPane } from "../support/sandbox.ts";
import { followSignals, SignalClient } from "../support/signal-client.ts";
import { drop } from "../support/spool-drop.ts";

const SQUAD_SIGNAL = resolve(import.meta.dirname, "../../bin/squad-signal");
const SESSION = SQUAD_EXAMPLES.starting.sessionId;

describe("signals of squad-signal", () => {
  it("[SQ7, SQ13, SQ19, ST15] each example of the seed shows in lists, in the stream and in both files, each signal once", async () => {
    const { box, pane } = await withClaude();
    const client = await followSignals(box);
    const shown: Record<string, Partial<PaneItem>> = {
      starting: { state: "running", activity: { kind: "starting" }, message: "squad" },
      working: { state: "running", activity: { kind: "working" }, message: "Add caching layer" },
      needs_input: { state: "waiting_input", message: SQUAD_EXAMPLES.needs_input.question },
      completing: { state: "running", activity: { kind: "completing", progress: 25 } },
      complete: { state: "completed", message: "Added Redis cache layer" },
    };
    for (const type of Object.keys(shown) as SquadType[]) {
      const signal = await sendFrom(box, pane, type);
      const item = await untilPane(box, pane, (each) => each.signal?.type === type);
      expect(item).toMatchObject({ ...shown[type], source: "squad", signal: { session_id: SESSION } });
      await until(() => client.heard.some((each) => each.signal.signal_id === signal.signal_id));
      expect(client.heard.at(-1)).toEqual({
        target: "host",
        session: "work",
        session_id: SESSION,
        runtime_id: item.runtime_id,
        ref: item.ref,
        sseState: SSE_STATES[type],
        signal,
      });
    }
    expect(client.heard.map(({ signal }) => signal.type)).toEqual(Object.keys(shown));
    // by then the slow scan has read the files
    await until(() => events(box).filter(({ source }) => source === "squad").length === 5);
    expect((await box.pane(pane)).attention).toMatchObject({ kind: "done", source: "agent" });

    const explained = await box.agtmux(["explain", pane]);
    for (const words of ["tests passing, build clean", "Deploy Redis to production", "Use $lib/cache for all caching"])
      expect(explained.stdout).toContain(words);
    const report = await read<SignalReport>(box, "work", "signal");
    expect(report.signal.data).toEqual(SQUAD_EXAMPLES.complete);
    const timeline = await read<SignalTimeline>(box, "work", "timeline");
    expect(timeline.items.map(({ signal }) => signal.type)).toEqual(Object.keys(shown));
  });

  it("[SQ13, DM15] a follower that comes back after a restart is told what was signalled meanwhile, once", async () => {
    const { box, pane } = await withClaude();
    const client = await followSignals(box);
    await sendFrom(box, pane, "starting");
    await until(() => client.heard.length === 1);
    await box.agtmux(["daemon", "stop"]);
    await until(() => client.isOver);
    await sendFrom(box, pane, "working");
    await sendFrom(box, pane, "review");
    await box.startDaemon();
    await client.open();
    await sendFrom(box, pane, "idle");
    await until(() => client.heard.length >= 4);
    expect(client.heard.map(({ signal, session_id }) => [signal.type, session_id])).toEqual(
      ["starting", "working", "review", "idle"].map((type) => [type, SESSION]),
    );
    const fresh = await followSignals(box);
    await until(() => fresh.heard.length > 0);
    expect(fresh.heard.map(({ signal }) => signal.type)).toEqual(["idle"]);
  });

  it("[SQ14, SQ13] a session's signal is taken back with its files, over TCP with the token alone", async () => {
    const { box, pane } = await withClaude();
    const status = await box.status();
    const where = { host: "127.0.0.1", port: portOf(status) };
    const headers = { host: `127.0.0.1:${where.port}`, authorization: `Bearer ${tokenOf(status)}` };
    const path = "/v1/targets/host/sessions/work/signal";
    const client = new SignalClient(where, "?session=work", headers);
    onTestFinished(() => client.cut());
    await client.open();
    await sendFrom(box, pane, "starting");
    await until(() => client.heard.length === 1);
    const stranger = new SignalClient(where, "", { host: headers.host });
    await stranger.open();
    expect(stranger.status).toBe(401);
    expect((await ask(where, { path, method: "DELETE", headers: { host: headers.host } })).status).toBe(401);
    expect((await ask(where, { path, method: "DELETE", headers })).status).toBe(200);
    expect((await ask(where, { path, headers })).status).toBe(404);
    expect(signalFiles(box)).toEqual([]);
    expect((await box.pane(pane)).signal).toBeNull();
    await box.agtmux(["daemon", "stop"]);
    await until(() => client.isOver);
  });

  it("[SQ10] the hook after a call adds the session that the call did not know, in list, stream and file", async () => {
    const { box, pane, tmux } = await withClaude();
    const client = await followSignals(box);
    const signal = signalOf("working", "sig-1");
    drop(box, { agent: "squad", event: "working", pane, tmux, payload: JSON.stringify(signal) });
    await until(() => client.heard.length === 1);
    const command = "squad-signal working '{…}'";
    const hook = { session_id: "claude-7", prompt_id: "t-1", tool_name: "Bash", tool_input: { command } };
    drop(box, { agent: "claude", event: "PostToolUse", pane, tmux, payload: JSON.stringify(hook) });
    await untilPane(box, pane, (each) => each.signal?.session_id === "claude-7");
    await until(() => client.heard.length === 2);
    expect(client.heard.map(({ signal: each, session_id }) => [each.signal_id, session_id])).toEqual([
      ["sig-1", null],
      ["sig-1", "claude-7"],
    ]);
    const file = join(box.dir, filesOfSession("claude-7").signal);
    await until(() => existsSync(file));
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...signal, session_id: "claude-7", sseState: "working" });
    expect((await read<SignalTimeline>(box, "work", "timeline")).items).toHaveLength(1);
  });
});

describe("signal files of foreign writers", () => {
  it("[SQ9, SQ10] are picked up by tmux session and by the agent's own session, in any of their forms", async () => {
    const { box, pane, tmux } = await withClaude();
    const { taskId, taskTitle, approach } = SQUAD_EXAMPLES.working;
    const timestamp = new Date().toISOString();
    put(box, filesOfTmuxSession("work").signal, {
      type: "working",
      tmuxSession: "work",
      timestamp,
      taskId,
      taskTitle,
      approach,
    });
    await untilPane(box, pane, (each) => each.signal?.type === "working");
    const hook = { session_id: "claude-7", prompt_id: "t-1", cwd: "/w" };
    drop(box, { agent: "claude", event: "SessionStart", pane, tmux, payload: JSON.stringify(hook) });
    await until(() => events(box).some(({ event_type }) => event_type === "claude.SessionStart"));
    const data = SQUAD_EXAMPLES.needs_input;
    put(box, filesOfSession("claude-7").signal, {
      type: "state",
      state: "needs_input",
      timestamp: new Date().toISOString(),
      data,
    });
    const asks = await untilPane(box, pane, (each) => each.signal?.type === "needs_input");
    expect(asks).toMatchObject({ state: "waiting_input", signal: { session_id: "claude-7" } });
  });

  it("[SQ9] links, other users' files, invalid files and unknown sessions set no state, and say why", async () => {
    const { box, pane } = await withClaude();
    const text = JSON.stringify({ ...SQUAD_EXAMPLES.idle, type: "idle", timestamp: new Date().toISOString() });
    writeFileSync(join(box.dir, "elsewhere"), text);
    symlinkSync(join(box.dir, "elsewhere"), join(box.dir, filesOfTmuxSession("work").signal));
    put(box, filesOfSession("unknown-session").signal, { type: "idle" });
    put(box, filesOfSession("off").signal, { type: "working", taskId: "t" });
    await until(() => /signal file refused/.test(box.log()) && /signal file is off/.test(box.log()));
    expect(box.log()).toContain("data.taskTitle: expected a string");
    expect(await box.pane(pane)).toMatchObject({ state: "unknown", signal: null });
    expect(events(box).filter(({ source }) => source === "squad")).toEqual([]);
  });

  it("[SQ11] signals of a tmux session with several agents set no state, and are recorded", async () => {
    const { box, pane } = await withClaude();
    const second = box.tmux(
      "split-window",
      "-d",
      "-P",
      "-F",
      "#{pane_id}",
      "-t",
      "work",
      `exec ${fakeAgents(join(box.dir, "second")).claude}`,
    );
    await untilPane(box, second, ({ agent }) => agent === "claude");
    const client = await followSignals(box, "?session=work");
    put(box, filesOfTmuxSession("work").signal, { type: "needs_input", ...SQUAD_EXAMPLES.needs_input });
    await until(() => client.heard.length === 1);
    expect(client.heard[0]).toMatchObject({ session: "work", runtime_id: null, ref: null });
    for (const each of [pane, second]) expect(await box.pane(each)).toMatchObject({ state: "unknown", signal: null });
    expect(box.log()).toContain("several agents could have sent this signal");
    expect(await read<SignalReport>(box, "work", "signal")).toMatchObject({ runtime_id: null });
  });
});

describe("many signals at once", () => {
  it("[SQ7, SQ13, DM15] 20 agents with 50 signals each, the daemon killed in between: timelines are complete, followers that come and go hear each once and in order", async () => {
    const box = sandbox();
    const names = Array.from({ length: 20 }, (_, n) => `agent-${n}`);
    const panes = names.map((name) => box.session(name));
    await box.startDaemon();
    await until(async () => (await box.panes()).items.length === 20);
    const tmux = serverOf(box);
    const steady = await followSignals(box);
    const restless = await followSignals(box);
    const one = await followSignals(box, "?session=agent-7");
    const wanted = Array.from({ length: 50 }, (_, n) => n);
    for (const round of wanted) {
      for (const [index, pane] of panes.entries()) {
        const payload = JSON.stringify(signalOf("working", `${names[index]}-${round}`));
        drop(box, { agent: "squad", event: "working", pane, tmux, payload });
      }
      if (round === 30) {
        process.kill((await box.status()).pid ?? 0, "SIGKILL");
        await until(() => steady.isOver);
        await box.startDaemon();
        for (const client of [steady, one]) await client.open();
      }
      if (round % 5 !== 0) continue;
      restless.cut();
      await restless.open();
      await until(() => restless.heard.length >= panes.length * (round + 1));
    }
    await until(
      () => steady.heard.length >= 1_000 && restless.heard.length >= 1_000 && one.heard.length >= 50,
      () => `${steady.heard.length}, ${restless.heard.length}, ${one.heard.length} were heard`,
    );
    for (const name of names) {
      const ids = wanted.map((round) => `${name}-${round}`);
      expect(steady.ids(name)).toEqual(ids);
      expect(restless.ids(name)).toEqual(ids);
      const timeline = await read<SignalTimeline>(box, name, "timeline?limit=1000");
      expect(timeline.items.map(({ signal }) => signal.signal_id)).toEqual(ids);
    }
    expect(one.heard.map(({ signal }) => signal.signal_id)).toEqual(one.ids("agent-7"));
    expect(one.heard).toHaveLength(50);
  });
});

/** A daemon and a session `work` with one pane that looks like Claude. */
async function withClaude(): Promise<{ box: Sandbox; pane: string; tmux: string }> {
  const box = sandbox();
  const { claude } = fakeAgents(box.dir);
  const pane = box.session("work", `exec ${claude}`);
  await box.startDaemon();
  await untilPane(box, pane, ({ agent }) => agent === "claude");
  return { box, pane, tmux: serverOf(box) };
}

/** `$TMUX` of programs in the sandbox's server. */
function serverOf(box: Sandbox): string {
  return box.tmux("display-message", "-p", "#{socket_path},#{pid},0");
}

let sent = 0;

/** Makes the agent in the pane run squad-signal with the example of this type; both files hold what was sent. */
async function sendFrom(box: Sandbox, pane: string, type: SquadType): Promise<SquadSignal> {
  sent += 1;
  const [given, said] = [join(box.dir, `given-${sent}`), join(box.dir, `said-${sent}`)];
  writeFileSync(given, JSON.stringify(SQUAD_EXAMPLES[type]));
  box.type(pane, `${SQUAD_SIGNAL} ${type} - <${given} >${said}.tmp 2>&1; mv ${said}.tmp ${said}`);
  await until(() => existsSync(said));
  const [bySession, byTmux] = [filesOfSession(SESSION), filesOfTmuxSession("work")].map(({ signal }) =>
    readFileSync(join(box.dir, signal), "utf8"),
  );
  expect(readFileSync(said, "utf8")).toContain(`sent ${type}`);
  expect(bySession).toBe(byTmux);
  return JSON.parse(bySession ?? "");
}

function signalOf(type: SquadType, signal_id: string): SquadSignal {
  const timestamp = new Date().toISOString();
  return { type, signal_id, session_id: null, tmux_session: null, timestamp, data: SQUAD_EXAMPLES[type] };
}

/** Writes the file atomically, as writers should. */
function put(box: Sandbox, name: string, value: object): void {
  writeFileSync(join(box.dir, ".aside"), JSON.stringify(value));
  renameSync(join(box.dir, ".aside"), join(box.dir, name));
}

function signalFiles(box: Sandbox): string[] {
  return readdirSync(box.dir).filter((name) => name.startsWith("squad-signal-"));
}

async function read<T>(box: Sandbox, session: string, what: string): Promise<T> {
  const socketPath = join(box.home, "agtmuxd.sock");
  const answer = await ask({ socketPath }, { path: `/v1/targets/host/sessions/${session}/${what}` });
  return JSON.parse(answer.text) as T;
}
