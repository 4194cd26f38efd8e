import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../core/agents/process-tree.ts";
import type { Evidence, Level } from "../core/protocol/event.ts";
import { TestPipeline } from "./test-pipeline.ts";

// began at 100 s and 110 s
const SHELL: ProcessRow = [100, 1, "bash", ["bash"]];
const CLAUDE: ProcessRow = [110, 100, "claude", ["claude"]];
const PANE = [{ pane_id: "%1", pane_pid: 100 }];
const BUSY: Evidence = { kind: "edge", phase: "busy", state: "running", begin: true };

function running(store?: TestPipeline["store"]): TestPipeline {
  const target = new TestPipeline(120_000, store);
  target.observe(PANE, [SHELL, CLAUDE]);
  return target;
}

function hear(target: TestPipeline, evidence: Evidence, event_type = "claude.UserPromptSubmit"): void {
  target.pipeline.ingest([
    {
      target: "host",
      pane_id: "%1",
      agent_type: "claude",
      source: "hook",
      event_type,
      dedupe_key: `${event_type}@${target.now}`,
      event_time: target.now,
      message: "",
      evidence,
    },
  ]);
}

function look(target: TestPipeline, phase: Level["phase"], extra: Omit<Level, "kind" | "phase"> = {}): void {
  target.pipeline.look(target.runtimes()[0]?.runtime_id ?? "", {
    target: "host",
    pane_id: "%1",
    agent_type: "claude",
    source: "session_file",
    event_type: `claude.${phase}`,
    dedupe_key: "",
    event_time: target.now,
    message: "",
    evidence: { kind: "level", phase, ...extra },
  });
}

function pass(target: TestPipeline, ms: number): void {
  for (const until = target.now + ms; target.now < until; target.now += Math.min(100, until - target.now))
    target.pipeline.tick();
  target.pipeline.tick();
}

const logged = (target: TestPipeline) => target.store.eventsOf(target.runtimes()[0]?.runtime_id ?? "", 100).length;

describe("a level that stands", () => {
  it("[EN9, AD7] settles what no event told: an interrupt ends the work", () => {
    const target = running();
    hear(target, BUSY);
    look(target, "busy");
    pass(target, 3_000);
    expect(target.pane().state).toBe("running");
    look(target, "rest");
    expect(target.pane()).toMatchObject({ state: "idle", source: "session_file" });
  });

  it("[EN9] contradicts an event as soon as that has had its time, although nobody looked meanwhile", () => {
    const target = running();
    look(target, "rest", { state: "idle" });
    pass(target, 5_000);
    hear(target, BUSY);
    pass(target, 400);
    expect(target.pane().state).toBe("running");
    pass(target, 200);
    expect(target.pane().state).toBe("idle");
  });

  it("[EN16] does not grow old while somebody watches it, and does when nobody can", () => {
    const target = running();
    hear(target, { kind: "edge", phase: "busy", state: "running", ttl_ms: 5_000 });
    look(target, "busy");
    pass(target, 60_000);
    expect(target.pane().state).toBe("running");
    target.pipeline.lose(target.runtimes()[0]?.runtime_id ?? "", "session_file");
    pass(target, 14_000);
    expect(target.pane().state).toBe("running");
    pass(target, 2_000);
    expect(target.pane()).toMatchObject({ state: "unknown", reason_code: "stale_signal" });
  });

  it("[EN3] is logged when it turns, not each time it is seen", () => {
    const target = running();
    for (let times = 0; times < 5; times += 1) {
      look(target, "busy");
      pass(target, 20_000);
    }
    expect(logged(target)).toBe(1);
    look(target, "ask", { state: "waiting_approval" });
    expect(logged(target)).toBe(2);
  });

  it("[EN17] asks once, before a restart and after it", () => {
    const target = running();
    look(target, "busy");
    pass(target, 1_000);
    look(target, "ask", { state: "waiting_approval" });
    const { attention, nudge_seq } = target.pane();
    expect(attention).toMatchObject({ kind: "approval", raised_at: 121_000 });
    const after = running(target.store);
    after.now = target.now + 60_000;
    look(after, "ask", { state: "waiting_approval" });
    expect(after.pane()).toMatchObject({ state: "waiting_approval", attention, nudge_seq });
    expect(logged(after)).toBe(2);
  });

  it("[EN9] what it overruled stays overruled after a restart, before anybody has looked again", () => {
    const target = running();
    look(target, "rest", { state: "idle" });
    pass(target, 5_000);
    hear(target, BUSY);
    pass(target, 2_000);
    expect(target.pane().state).toBe("idle");
    const after = running(target.store);
    after.now = target.now + 1_000;
    after.pipeline.reviewAll(["%1"]);
    expect(after.pane().state).toBe("idle");
  });

  it("[BI19] of a runtime that has ended says nothing", () => {
    const target = running();
    look(target, "busy");
    target.now += 1_000;
    target.observe(PANE, [SHELL]);
    look(target, "ask", { state: "waiting_approval" });
    expect(target.pane()).toMatchObject({ agent: null, state: "unknown" });
    expect(logged(target)).toBe(2);
  });
});

describe("what agents say of themselves", () => {
  it("[SR27] is kept by runtime, across restarts, and not learned from a sub-agent", () => {
    const target = running();
    const runtimeId = target.runtimes()[0]?.runtime_id ?? "";
    const facts = {
      target: "host",
      pane_id: "%1",
      agent_type: "claude",
      source: "hook",
      event_type: "claude.x",
      event_time: target.now,
      message: "",
      evidence: BUSY,
    } as const;
    const traces = { session_id: "s-1", transcript: "/h/s-1.jsonl" };
    target.pipeline.ingest([{ ...facts, dedupe_key: "1", traces }]);
    const run = { id: "child", parent: "s-1" };
    target.pipeline.ingest([{ ...facts, dedupe_key: "2", run, traces: { session_id: "child" } }]);
    expect(target.learned).toEqual([runtimeId]);
    expect(running(target.store).clues.of(runtimeId)).toEqual({ ...traces, session_name: "main" });
  });
});

describe("hooks of a server that several panes share", () => {
  const CODEX: ProcessRow = [120, 100, "codex", ["/opt/codex"]];
  const OTHER_SHELL: ProcessRow = [101, 1, "bash", ["bash"]];
  const OTHER_CODEX: ProcessRow = [121, 101, "codex", ["/opt/codex"]];
  const SHARED = { agent_pid: 4_711, agent_session: "thread-2" };

  function two(): TestPipeline {
    const target = new TestPipeline(130_000);
    const panes = [
      { pane_id: "%1", pane_pid: 100, cwd: "/w" },
      { pane_id: "%2", pane_pid: 101, cwd: "/w" },
    ];
    target.observe(panes, [SHELL, CODEX, OTHER_SHELL, OTHER_CODEX]);
    return target;
  }

  function shows(target: TestPipeline, paneId: string, phase: Level["phase"]): void {
    target.pipeline.look(target.runtimes(paneId)[0]?.runtime_id ?? "", {
      target: "host",
      pane_id: paneId,
      agent_type: "codex",
      source: "osc",
      event_type: `codex.${phase}`,
      dedupe_key: "",
      event_time: target.now,
      message: "",
      evidence: { kind: "level", phase },
    });
  }

  function reports(target: TestPipeline, event_type: string, evidence: Evidence, message = ""): void {
    target.pipeline.ingest([
      {
        target: "host",
        // the pane of whoever started the server
        pane_id: "%1",
        agent_type: "codex",
        source: "hook",
        event_type,
        dedupe_key: `${event_type}@${target.now}`,
        event_time: target.now,
        hints: SHARED,
        message,
        evidence,
        traces: { session_id: "thread-2", cwd: "/w" },
      },
    ]);
  }

  const ASK: Evidence = { kind: "edge", phase: "ask", state: "waiting_approval" };

  it("[BI21] belong to the pane that was seen to begin its turn then, and from then on by their session", () => {
    const target = two();
    reports(target, "codex.UserPromptSubmit", BUSY);
    expect(target.pane("%1").state).toBe("unknown");
    target.now += 200;
    shows(target, "%2", "busy");
    expect(target.pane("%2")).toMatchObject({ state: "running" });
    target.now += 5_000;
    reports(target, "codex.PermissionRequest", ASK, "Bash: ls");
    expect(target.pane("%2")).toMatchObject({ state: "waiting_approval", message: "Bash: ls" });
    expect(target.said("%1")).toEqual({ codex: [] });
  });

  it("[BI21] that two panes may have sent at that moment are nobody's", () => {
    const target = two();
    shows(target, "%1", "busy");
    shows(target, "%2", "busy");
    reports(target, "codex.UserPromptSubmit", BUSY);
    reports(target, "codex.PermissionRequest", ASK, "Bash: ls");
    for (const paneId of ["%1", "%2"]) expect(target.pane(paneId)).toMatchObject({ state: "running", message: "" });
  });
});
