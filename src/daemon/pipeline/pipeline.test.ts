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

  it("[BI9] has what it told of itself before it was found, also where the daemon was restarted in between", () => {
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

  it("[BI19] is not over because its processes could not be read", () => {
    const target = at(111);
    target.observe(PANE, [SHELL, CLAUDE]);
    target.observe(PANE, []);
    expect(target.pane().agent).toBe("claude");
  });

  it("[BI1] is the same one for the next daemon, and the next agent there is another", () => {
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

  it("[BI1] by exec in the same process is another runtime, and the one before it is over", () => {
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

  it("[BI13] of a server that was replaced is over, also where pane and pid are the same", () => {
    const target = at(111);
    target.observe(PANE, [SHELL, CLAUDE]);
    const before = target.pane().runtime_id;
    target.observe(PANE, [SHELL, CLAUDE], { server: { pid: 51, start: "2", socketPath: "/tmp/tmux" } });
    expect(target.pane().runtime_id).not.toBe(before);
    expect(target.runtimeRows().map(({ ended_at }) => ended_at === null)).toEqual([false, true]);
  });
});

describe("a shell and the agent that it starts", () => {
  it("[BI18] the pane shows the agent, its words are the agent's by pane and by session, and the shell is back after it", () => {
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

  it("[BI18, BI22] what was asked at the prompt before does not survive the agent that was started since", () => {
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

  it("[BI18] a pane that is registered while an agent runs there has its shell's runtime, too", () => {
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

  it("[BI18] where the pane's own process is the agent there is nobody else", () => {
    const target = at(111);
    target.observe(PANE, [[100, 1, "claude", ["claude"]]]);
    target.pipeline.ensureRuntime("%1", "s1");
    target.say("error", "mine", 111_000, { session_id: "s1" });
    expect(target.said()).toEqual({ claude: ["mine"] });
  });

  it("[BI18] a shell that becomes an agent by exec takes nothing of what it said before along", () => {
    const target = registered(105);
    target.say("needs_input", "the shell's", 105_000, { session_id: "s1" });
    target.now = 110_000;
    target.observe(PANE, [[100, 1, "claude", ["claude"]]]);
    expect(target.pane()).toMatchObject({ agent: "claude", state: "unknown", attention: null });
    target.now = 115_000;
    target.say("needs_testing", "the agent's", 115_000, { agent_pid: 100, agent_start: "100" });
    expect(target.said()).toEqual({ generic: ["the shell's"], claude: ["the agent's"] });
  });

  it("[BI23] a word that names the shell's process is the shell's, also before anybody noticed that the agent ended", () => {
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
  it("[BI9, BI24] what an agent says in its first moments, taken for the shell's, is its own once it is found", () => {
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

  it("[BI24] and the shell's no more: each of the two shows what its own events in the log say", () => {
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

  it("[BI24] signals that the shell itself sent meanwhile stay the shell's", () => {
    const target = registered(105);
    target.now = 111_000;
    target.say("needs_input", "typed", 110_300, { agent_pid: 100, session_id: "s1" });
    target.observe(PANE, [SHELL, CLAUDE]);
    expect(target.said()).toEqual({ generic: ["typed"], claude: [] });
    expect(target.pane()).toMatchObject({ agent: "claude", state: "unknown", reason_code: "no_signal" });
  });

  it("[BI19, BI24] an agent that followed another unnoticed gets its words, but for the first second, which is nobody's", () => {
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

  it("[BI24] a hand-over that cannot be stored changes nothing, and is made at the next look", () => {
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

  it("[BI23] reaches the agent whose binary that is, whatever pane it names", () => {
    const target = at(140);
    target.observe(TWO_PANES, [SHELL, SECOND_SHELL, CLAUDE_BESIDE, CODEX_SHIM, CODEX]);
    target.hook("codex", "by its binary", 135_000, { agent_pid: 130 }, "%2");
    target.hook("codex", "by its shim", 136_000, { agent_pid: 120 }, "%9");
    expect(target.said("%1")).toEqual({ codex: ["by its shim", "by its binary"] });
    expect(target.said("%2")).toEqual({ claude: [] });
  });

  it("[BI23] is not believed for what was said before that process began: another one had its pid then", () => {
    const target = at(140);
    target.observe(TWO_PANES, [SHELL, SECOND_SHELL, CLAUDE_BESIDE, CODEX_SHIM, CODEX]);
    target.hook("claude", "long ago", 129_000, { agent_pid: 130 }, "%2");
    expect(target.said("%2")).toEqual({ claude: ["long ago"] });
  });

  it("[BI25] of an agent that another one runs as its tool is not the other one's", () => {
    const target = at(140);
    target.observe(PANE, [SHELL, CODEX_SHIM, CODEX, [135, 130, "claude", ["claude", "-p", "help"]]]);
    target.hook("claude", "may I?", 136_000, { agent_pid: 135 });
    expect(target.said()).toEqual({ codex: [] });
    expect(target.pane()).toMatchObject({ agent: "codex", state: "unknown", reason_code: "no_signal" });
    expect(target.store.countEvents()).toMatchObject({ pending_bind: 1 });
  });
});

describe("a pane in which events wait", () => {
  it("[BI9] is unbound while nobody lives there, and has no agent again when they were dropped", () => {
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

  it("[BI9] is its agent's as soon as that one is found", () => {
    const target = at(111);
    target.observe(PANE, [SHELL]);
    target.hook("claude", "may I?", 110_500);
    expect(target.pane().reason_code).toBe("unbound");
    target.observe(PANE, [SHELL, CLAUDE]);
    expect(target.pane()).toMatchObject({ agent: "claude", state: "waiting_approval", message: "may I?" });
  });

  it("[BI9] is still unbound for the next daemon", () => {
    const target = at(105);
    target.observe(PANE, [SHELL]);
    target.hook("claude", "may I?", 105_000);
    const next = new TestPipeline(110_000, target.store);
    next.observe(PANE, [SHELL]);
    expect(next.pane().reason_code).toBe("unbound");
  });

  it("[BI9] shows its agent where one lives, whatever waits", () => {
    const target = at(111);
    target.observe(PANE, [SHELL, CLAUDE]);
    target.hook("gemini", "not mine", 111_000);
    expect(target.pane()).toMatchObject({ agent: "claude", reason_code: "no_signal" });
  });

  it("[BI9] is no longer unbound when the event turned out to be another pane's", () => {
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

  it("[SR32] two of one chunk are two events to whoever watches, and the stream tells the last", () => {
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

  it("[SR32] a batch that fails tells none of them, and the next one all", () => {
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

  it("[SR32] what was said long before it is read is history: only how it ended is told", () => {
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

  it("[AD16, MK24] sets the state by what it says, and not by what it shows", () => {
    const target = withClaude();
    stop(target, "Print:\n```\n--<[schmux:error:example]>--\n```\n");
    expect(target.pane()).toMatchObject({ state: "completed", source: "hook" });
    const other = withClaude();
    stop(other, "I cannot go on.\n\n--<[schmux:error:No network]>--");
    expect(other.pane()).toMatchObject({ state: "error", message: "No network", source: "marker" });
  });

  it("[SR18] what it only shows is told of its pane once, however often it is read", () => {
    const target = withClaude();
    for (const _ of ["read", "read again"]) stop(target, "> --<[schmux:error:example]>--");
    expect(target.missed).toEqual([
      "%1 > --<[schmux:error:example]>-- (in a quote, a list or a table a marker is shown, not said)",
    ]);
    stop(target, "--<[schmux:completed:Done]>--", "k2");
    expect(target.missed).toHaveLength(1);
  });
});
