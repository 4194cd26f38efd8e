import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import { fold } from "../../core/engine/fold.ts";
import { EMPTY_FOLD } from "../../core/engine/runtime-fold.ts";
import { schmuxEvidence } from "../../core/signals/schmux-evidence.ts";
import { parseSpoolEntry } from "../../core/spool/spool-entry.ts";
import { spoolSignals } from "../../core/spool/spool-signal.ts";
import { TestPipeline } from "./test-pipeline.ts";

// started at 100 s, 110 s, 120 s and 130 s
const SHELL: ProcessRow = [100, 1, "bash", ["bash"]];
const CLAUDE: ProcessRow = [110, 100, "claude", ["claude"]];
const CODEX_SHIM: ProcessRow = [120, 100, "node", ["node", "/usr/bin/codex"]];
const CODEX: ProcessRow = [130, 120, "codex", ["/opt/codex"]];
const PANE = [{ pane_id: "%1", pane_pid: 100 }];
const TWO_PANES = [...PANE, { pane_id: "%2", pane_pid: 101 }];
const SECOND_SHELL: ProcessRow = [101, 1, "bash", ["bash"]];

function at(now: number): TestPipeline {
  return new TestPipeline(now * 1_000);
}

/** A registered shell without any signal yet. */
function registered(now: number): TestPipeline {
  const target = at(now);
  target.observe(PANE, [SHELL]);
  target.pipeline.ensureRuntime("%1", "s1");
  return target;
}

describe("an agent in a pane", () => {
  it("[BI17, BI19] has a runtime from when it is found until its process ends", () => {
    const target = at(111);
    target.observe(PANE, [SHELL, CLAUDE]);
    expect(target.pane()).toMatchObject({ agent: "claude", state: "unknown", reason_code: "no_signal" });
    expect(target.runtimeRows()).toMatchObject([
      { agent_type: "claude", pid: 110, pane_epoch: 1, started_at: 109_950 },
    ]);
    target.now = 140_000;
    target.observe(PANE, [SHELL]);
    expect(target.pane()).toMatchObject({ agent: null, state: "unknown", reason_code: "no_agent" });
    expect(target.runtimeRows()).toMatchObject([{ ended_at: 140_000 }]);
  });

  it("[BI9] gets its own events from before it was found, also over a restart of the daemon", () => {
    const target = at(111);
    target.observe(PANE, []);
    const metadata = { session_id: "s1", cwd: "/w", transcript: "/w/s1.jsonl" };
    target.ingest({
      source: "hook",
      event_type: "claude.SessionStart",
      agent_type: "claude",
      event_time: 111_000,
      message: "",
      evidence: { kind: "edge", phase: "rest", state: "idle" },
      metadata,
    });
    const next = new TestPipeline(112_000, target.store);
    next.observe(PANE, [SHELL, CLAUDE]);
    expect(next.metadataStore.of(next.pane().runtime_id ?? "")).toMatchObject(metadata);
    expect(next.learned).toContain(next.pane().runtime_id);
  });

  it("[BI19] does not end because processes could not be read", () => {
    const target = at(111);
    target.observe(PANE, [SHELL, CLAUDE]);
    target.observe(PANE, []);
    expect(target.pane().agent).toBe("claude");
  });

  it("[BI1] keeps its runtime id over a restart of the daemon; the next agent in the pane has another", () => {
    const target = at(111);
    target.observe(PANE, [SHELL, CLAUDE]);
    const { runtime_id } = target.pane();
    const next = new TestPipeline(115_000, target.store);
    next.observe(PANE, [SHELL, CLAUDE]);
    expect(next.pane().runtime_id).toBe(runtime_id);
    next.now = 125_000;
    next.observe(PANE, [SHELL, CODEX_SHIM]);
    expect(next.pane().runtime_id).not.toBe(runtime_id);
    expect(next.runtimeRows()).toMatchObject([
      { agent_type: "claude", pane_epoch: 1, ended_at: 119_950 },
      { agent_type: "codex", pane_epoch: 2, ended_at: null },
    ]);
  });

  it("[BI1] that replaces another by exec is another runtime, and the first one has ended", () => {
    const target = at(111);
    target.observe(PANE, [SHELL, CLAUDE]);
    target.now = 115_000;
    target.observe(PANE, [SHELL, [110, 100, "codex", ["codex"]]]);
    expect(target.runtimeRows()).toMatchObject([
      { agent_type: "claude", ended_at: 115_000 },
      { agent_type: "codex", ended_at: null, started_at: 114_950 },
    ]);
    expect(target.pane().agent).toBe("codex");
  });

  it("[BI13] ends with its tmux server, even if the next one has the same pane and pid", () => {
    const target = at(111);
    target.observe(PANE, [SHELL, CLAUDE]);
    const before = target.pane().runtime_id;
    target.observe(PANE, [SHELL, CLAUDE], { server: { pid: 51, start: "2", socketPath: "/tmp/tmux" } });
    expect(target.pane().runtime_id).not.toBe(before);
    expect(target.runtimeRows().map(({ ended_at }) => ended_at === null)).toEqual([false, true]);
  });
});

describe("a shell and the agent that it starts", () => {
  it("[BI18] the pane shows the agent and its events bind to it; after its end the shell is shown again", () => {
    const target = registered(105);
    const shell = target.pane().runtime_id;
    target.now = 111_000;
    target.observe(PANE, [SHELL, CLAUDE]);
    expect(target.pane()).toMatchObject({ agent: "claude", reason_code: "no_signal" });
    target.now = 112_000;
    target.say("needs_input", "by session", 111_500, { session_id: "s1" });
    target.say("needs_input", "by pane", 111_600);
    expect(target.pane()).toMatchObject({ agent: "claude", state: "waiting_input", message: "by pane" });
    target.now = 120_000;
    target.observe(PANE, [SHELL]);
    expect(target.pane()).toMatchObject({ runtime_id: shell, agent: "generic", state: "idle", attention: null });
    target.now = 130_000;
    target.say("error", "the shell again", 130_000, { session_id: "s1" });
    expect(target.pane()).toMatchObject({ runtime_id: shell, state: "error", message: "the shell again" });
    expect(target.said()).toEqual({ generic: ["the shell again"], claude: ["by pane", "by session"] });
  });

  it("[BI18, BI22] an ask of the shell is closed by an agent started later", () => {
    const target = registered(105);
    target.say("needs_input", "what next?", 105_000);
    expect(target.pane()).toMatchObject({ state: "waiting_input", attention: { kind: "input" } });
    target.now = 111_000;
    target.observe(PANE, [SHELL, CLAUDE]);
    expect(target.pane()).toMatchObject({ agent: "claude", state: "unknown", attention: null });
    target.now = 120_000;
    target.observe(PANE, [SHELL]);
    expect(target.pane()).toMatchObject({ agent: "generic", state: "idle", message: "", attention: null });
    const told = target.store.eventsOf(target.pane().runtime_id ?? "", 9).map(({ event_type }) => event_type);
    expect(told).toEqual(["process.left", "process.began", "schmux.needs_input"]);
  });

  it("[BI18] a pane registered while an agent runs there also has a runtime of its shell", () => {
    const target = at(111);
    target.observe(PANE, [SHELL, CLAUDE]);
    target.pipeline.ensureRuntime("%1", "s1");
    expect(target.pane().agent).toBe("claude");
    target.say("needs_testing", "done here", 112_000, { session_id: "s1" });
    expect(target.said()).toEqual({ generic: [], claude: ["done here"] });
    target.now = 120_000;
    target.observe(PANE, [SHELL]);
    target.now = 130_000;
    target.say("error", "broken", 130_000, { session_id: "s1" });
    expect(target.pane()).toMatchObject({ agent: "generic", state: "error" });
  });

  it("[BI18] a pane whose own process is the agent has no other runtime", () => {
    const target = at(111);
    target.observe(PANE, [[100, 1, "claude", ["claude"]]]);
    target.pipeline.ensureRuntime("%1", "s1");
    target.say("error", "mine", 111_000, { session_id: "s1" });
    expect(target.said()).toEqual({ claude: ["mine"] });
  });

  it("[BI18] a shell that becomes an agent by exec leaves its own events behind", () => {
    const target = registered(105);
    target.say("needs_input", "the shell's", 105_000, { session_id: "s1" });
    target.now = 110_000;
    target.observe(PANE, [[100, 1, "claude", ["claude"]]]);
    expect(target.pane()).toMatchObject({ agent: "claude", state: "unknown", attention: null });
    target.now = 115_000;
    target.say("needs_testing", "the agent's", 115_000, { agent_pid: 100, agent_start: "100" });
    expect(target.said()).toEqual({ generic: ["the shell's"], claude: ["the agent's"] });
  });

  it("[BI23] an event that names the shell's process binds to the shell, even before the agent's end is noticed", () => {
    const target = at(111);
    target.observe(PANE, [SHELL, CLAUDE]);
    target.now = 120_000;
    target.say("completed", "the script is done", 120_000, { agent_pid: 100 });
    target.now = 121_000;
    target.observe(PANE, [SHELL]);
    target.pipeline.tick();
    expect(target.said()).toEqual({ generic: ["the script is done"], claude: [] });
  });
});

describe("signals that come before their sender is known", () => {
  it("[BI9, BI24] events of an agent's first moments are bound again to it once it is found", () => {
    const target = registered(105);
    target.now = 111_000;
    target.say("working", "before", 109_000, { session_id: "s1" });
    target.say("needs_input", "by session", 110_300, { session_id: "s1" });
    target.say("error", "printed", 110_400, { agent_pid: 100, agent_start: "100" }, { source: "marker" });
    target.hook("claude", "by hook", 110_500);
    expect(target.pane()).toMatchObject({ agent: "generic", state: "waiting_approval" });
    target.observe(PANE, [SHELL, CLAUDE]);
    expect(target.said()).toEqual({ generic: ["before"], claude: ["by hook", "printed", "by session"] });
    expect(target.pane()).toMatchObject({ agent: "claude", state: "waiting_approval", message: "by hook" });
  });

  it("[BI24] then shell and agent each show what their own events say", () => {
    const target = registered(105);
    target.now = 111_000;
    target.say("working", "before", 109_000, { session_id: "s1" });
    target.say("needs_input", "by session", 110_300, { session_id: "s1" });
    target.observe(PANE, [SHELL, CLAUDE]);
    for (const { runtime_id } of target.runtimeRows()) {
      const { events } = target.store.eventsFrom(runtime_id, null, 100);
      expect(target.folds.of(runtime_id)).toEqual(events.reduce(fold, EMPTY_FOLD));
    }
  });

  it("[BI24] signals that the shell itself sent meanwhile stay with the shell", () => {
    const target = registered(105);
    target.now = 111_000;
    target.say("needs_input", "typed", 110_300, { agent_pid: 100, session_id: "s1" });
    target.observe(PANE, [SHELL, CLAUDE]);
    expect(target.said()).toEqual({ generic: ["typed"], claude: [] });
    expect(target.pane()).toMatchObject({ agent: "claude", state: "unknown", reason_code: "no_signal" });
  });

  it("[BI19, BI24] an agent that followed another unnoticed gets its events, except those of the first second", () => {
    const target = at(111);
    target.observe(PANE, [SHELL, CLAUDE]);
    target.now = 140_000;
    target.say("working", "the first", 118_000);
    target.say("error", "whose?", 120_500);
    target.say("needs_input", "the second", 125_000);
    target.observe(PANE, [SHELL, CODEX_SHIM, CODEX]);
    expect(target.said()).toEqual({ claude: ["whose?", "the first"], codex: ["the second"] });
    expect(target.pane()).toMatchObject({ agent: "codex", state: "waiting_input", message: "the second" });
  });

  it("[BI24] nothing changes if rebound events cannot be stored, and the next look binds them", () => {
    const target = registered(105);
    target.now = 111_000;
    target.say("needs_input", "mine", 110_300, { session_id: "s1" });
    const move = target.store.moveEvent;
    target.store.moveEvent = () => {
      throw new Error("disk full");
    };
    expect(() => target.observe(PANE, [SHELL, CLAUDE])).toThrow("disk full");
    expect(target.pane()).toMatchObject({ agent: "generic", message: "mine" });
    target.store.moveEvent = move;
    target.observe(PANE, [SHELL, CLAUDE]);
    expect(target.pane()).toMatchObject({ agent: "claude", state: "waiting_input", message: "mine" });
    expect(target.runtimeRows().map(({ pane_epoch }) => pane_epoch)).toEqual([1, 2]);
  });
});

describe("a hook that knows the pid of what ran it", () => {
  const CLAUDE_BESIDE: ProcessRow = [111, 101, "claude", ["claude"]];

  it("[BI23] binds to the agent that has this process, whatever pane it names", () => {
    const target = at(140);
    target.observe(TWO_PANES, [SHELL, SECOND_SHELL, CLAUDE_BESIDE, CODEX_SHIM, CODEX]);
    target.hook("codex", "by its binary", 135_000, { agent_pid: 130 }, "%2");
    target.hook("codex", "by its shim", 136_000, { agent_pid: 120 }, "%9");
    expect(target.said("%1")).toEqual({ codex: ["by its shim", "by its binary"] });
    expect(target.said("%2")).toEqual({ claude: [] });
  });

  it("[BI23] does not bind an event from before that process began", () => {
    const target = at(140);
    target.observe(TWO_PANES, [SHELL, SECOND_SHELL, CLAUDE_BESIDE, CODEX_SHIM, CODEX]);
    target.hook("claude", "long ago", 129_000, { agent_pid: 130 }, "%2");
    expect(target.said("%2")).toEqual({ claude: ["long ago"] });
  });

  it("[BI25] of an agent that runs as another agent's tool does not bind to that one", () => {
    const target = at(140);
    target.observe(PANE, [SHELL, CODEX_SHIM, CODEX, [135, 130, "claude", ["claude", "-p", "help"]]]);
    target.hook("claude", "may I?", 136_000, { agent_pid: 135 });
    expect(target.said()).toEqual({ codex: [] });
    expect(target.pane()).toMatchObject({ agent: "codex", state: "unknown", reason_code: "no_signal" });
    expect(target.store.countEvents()).toMatchObject({ pending_bind: 1 });
  });
});

describe("a pane in which events wait", () => {
  it("[BI9] is unbound while no runtime is there, and no_agent once they are dropped", () => {
    const target = at(105);
    target.observe(PANE, [SHELL]);
    expect(target.pane()).toMatchObject({ state: "unknown", reason_code: "no_agent" });
    target.hook("claude", "may I?", 105_000);
    expect(target.pane()).toMatchObject({ state: "unknown", reason_code: "unbound", agent: null, attention: null });
    target.now = 134_999;
    target.pipeline.tick();
    expect(target.pane().reason_code).toBe("unbound");
    target.now = 135_000;
    target.pipeline.tick();
    expect(target.pane()).toMatchObject({ state: "unknown", reason_code: "no_agent" });
    expect(target.store.countEvents()).toMatchObject({ dropped_unbound: 1 });
  });

  it("[BI9] shows its agent as soon as that is found", () => {
    const target = at(111);
    target.observe(PANE, [SHELL]);
    target.hook("claude", "may I?", 110_500);
    expect(target.pane().reason_code).toBe("unbound");
    target.observe(PANE, [SHELL, CLAUDE]);
    expect(target.pane()).toMatchObject({ agent: "claude", state: "waiting_approval", message: "may I?" });
  });

  it("[BI9] is still unbound after a restart of the daemon", () => {
    const target = at(105);
    target.observe(PANE, [SHELL]);
    target.hook("claude", "may I?", 105_000);
    const next = new TestPipeline(110_000, target.store);
    next.observe(PANE, [SHELL]);
    expect(next.pane().reason_code).toBe("unbound");
  });

  it("[BI9] shows its agent if there is one, whatever events wait", () => {
    const target = at(111);
    target.observe(PANE, [SHELL, CLAUDE]);
    target.hook("gemini", "not mine", 111_000);
    expect(target.pane()).toMatchObject({ agent: "claude", reason_code: "no_signal" });
  });

  it("[BI9] is no longer unbound if the event binds to another pane", () => {
    const target = at(140);
    target.observe(TWO_PANES, [SHELL, SECOND_SHELL]);
    target.hook("codex", "may I?", 135_000, { agent_pid: 130 }, "%2");
    expect(target.pane("%2").reason_code).toBe("unbound");
    target.observe(TWO_PANES, [SHELL, SECOND_SHELL, CODEX_SHIM, CODEX]);
    expect(target.pane("%1")).toMatchObject({ agent: "codex", state: "waiting_approval" });
    expect(target.pane("%2").reason_code).toBe("no_agent");
  });
});

describe("signals that come together", () => {
  const marker = (target: TestPipeline, state: "needs_input" | "working" | "completed", message: string, age = 0) => ({
    target: "host",
    pane_id: "%1",
    source: "marker" as const,
    event_type: `schmux.${state}`,
    dedupe_key: message,
    event_time: target.now - age,
    message,
    evidence: schmuxEvidence(state, "appended"),
  });
  const told = (target: TestPipeline) => target.store.newsSince(0, 99)?.map(({ news }) => news.message);

  it("[SR32] two in one chunk are two events to followers, and the stream shows the last", () => {
    const target = registered(200);
    const deltas: (string | undefined)[] = [];
    const leave = target.broadcast.subscribe((message) => {
      if (message.type === "delta") deltas.push(message.changed.at(-1)?.message);
    });
    target.pipeline.ingest([
      marker(target, "needs_input", "Which one?", 0.002),
      marker(target, "working", "On it", 0.001),
      marker(target, "completed", "Done"),
    ]);
    leave();
    expect(told(target)?.slice(-3)).toEqual(["Which one?", "On it", "Done"]);
    expect(deltas).toEqual(["Done"]);
    expect(target.pane()).toMatchObject({ state: "completed", message: "Done" });
    expect(target.store.states()).toEqual([target.pane()]);
  });

  it("[SR32] a batch that fails publishes none of them, and its retry all", () => {
    const target = registered(200);
    const { store } = target;
    const saveFold = store.saveFold;
    store.saveFold = () => {
      throw new Error("the disk is full");
    };
    const batch = [marker(target, "needs_input", "Which one?", 0.001), marker(target, "completed", "Done")];
    const before = told(target);
    expect(() => target.pipeline.ingest(batch)).toThrow("the disk is full");
    expect(told(target)).toEqual(before);
    store.saveFold = saveFold;
    target.pipeline.ingest(batch);
    expect(told(target)?.slice(-2)).toEqual(["Which one?", "Done"]);
  });

  it("[SR32] of signals read long after they were written only the last is published", () => {
    const target = registered(200);
    target.pipeline.ingest([
      marker(target, "needs_input", "Which one?", 60_000),
      marker(target, "completed", "Done", 59_000),
    ]);
    expect(told(target)?.at(-1)).toBe("Done");
    expect(told(target)).not.toContain("Which one?");
  });
});

describe("the last message of an agent", () => {
  const stop = (target: TestPipeline, message: string, key = "k1") => {
    const payload = JSON.stringify({ session_id: "s1", last_assistant_message: message, background_tasks: [] });
    const entry = parseSpoolEntry(Buffer.from(`agtmux1\tagent=claude\tevent=Stop\tpane=%1\n${payload}`));
    const said = entry.ok ? spoolSignals(entry.entry, key, target.now, "host") : null;
    if (said?.type === "signals") target.pipeline.ingest(said.facts);
  };
  const withClaude = () => {
    const target = at(150);
    target.observe(PANE, [SHELL, CLAUDE]);
    return target;
  };

  it("[AD16, MK24] sets the state by a marker that it says, not by one that it quotes", () => {
    const target = withClaude();
    stop(target, "Print:\n```\n--<[schmux:error:example]>--\n```\n");
    expect(target.pane()).toMatchObject({ state: "completed", source: "hook" });
    const other = withClaude();
    stop(other, "I cannot go on.\n\n--<[schmux:error:No network]>--");
    expect(other.pane()).toMatchObject({ state: "error", message: "No network", source: "marker" });
  });

  it("[SR18] reports a quoted marker as near-miss once, however often it is read", () => {
    const target = withClaude();
    for (const _ of ["read", "read again"]) stop(target, "> --<[schmux:error:example]>--");
    expect(target.missed).toEqual([
      "%1 > --<[schmux:error:example]>-- (in a quote, a list or a table a marker is shown, not said)",
    ]);
    stop(target, "--<[schmux:completed:Done]>--", "k2");
    expect(target.missed).toHaveLength(1);
  });
});
