import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import { AGENTS } from "../../core/agents/registry.ts";
import type { Evidence, Level, Source } from "../../core/protocol/events/event.ts";
import { ShownLevels } from "../sources/shown-levels.ts";
import { testTopology } from "../targets/tmux/test-topology.ts";
import { TestPipeline } from "./test-pipeline.ts";

// started at 100 s and 110 s
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

function look(
  target: TestPipeline,
  phase: Level["phase"],
  extra: Omit<Level, "kind" | "phase"> = {},
  source: Source = "session_file",
  lateMs?: number,
): void {
  const facts = {
    target: "host",
    pane_id: "%1",
    agent_type: "claude",
    source,
    event_type: `claude.${phase}`,
    dedupe_key: "",
    event_time: target.now,
    message: "",
    evidence: { kind: "level" as const, phase, ...extra },
  };
  target.pipeline.look(target.runtimeRows()[0]?.runtime_id ?? "", facts, lateMs);
}

function pass(target: TestPipeline, ms: number): void {
  for (const until = target.now + ms; target.now < until; target.now += Math.min(100, until - target.now))
    target.pipeline.tick();
  target.pipeline.tick();
}

const logged = (target: TestPipeline) => target.store.eventsOf(target.runtimeRows()[0]?.runtime_id ?? "", 100).length;

describe("a level that stands", () => {
  it("[EN9, AD7] ends the work after an interrupt that no event reported", () => {
    const target = running();
    hear(target, BUSY);
    look(target, "busy");
    pass(target, 3_000);
    expect(target.pane().state).toBe("running");
    look(target, "rest");
    expect(target.pane()).toMatchObject({ state: "idle", source: "session_file" });
  });

  it("[EN9] overrules an event after its settle time, even if nothing was read meanwhile", () => {
    const target = running();
    look(target, "rest", { state: "idle" });
    pass(target, 5_000);
    hear(target, BUSY);
    pass(target, 2_900);
    expect(target.pane().state).toBe("running");
    pass(target, 200);
    expect(target.pane().state).toBe("idle");
  });

  it("[EN9] overrules an event on a screen that was painted since, but not on one that was not", () => {
    const target = running();
    look(target, "rest", { state: "idle" }, "screen");
    pass(target, 5_000);
    hear(target, BUSY);
    pass(target, 10_000);
    expect(target.pane().state).toBe("running");
    hear(target, { kind: "edge", phase: "ask", state: "waiting_approval" }, "claude.PermissionRequest");
    pass(target, 10_000);
    expect(target.pane().state).toBe("waiting_approval");
    target.pipeline.unwatchLevel(target.runtimeRows()[0]?.runtime_id ?? "", "screen");
    pass(target, 300);
    look(target, "rest", { state: "idle" }, "screen");
    pass(target, 200);
    expect(target.pane()).toMatchObject({ state: "idle", source: "screen" });
  });

  it("[EN9] overrules an event if the screen stays unchanged for 15 s after it", () => {
    const target = running();
    look(target, "rest", { state: "idle" }, "screen");
    pass(target, 5_000);
    hear(target, BUSY);
    pass(target, 15_100);
    expect(target.pane()).toMatchObject({ state: "idle", source: "screen" });
  });

  it.each(["read again", "unchanged for longer than that"])(
    "[EN9, EN16] whose change may be noticed late overrules an ask only once it is %s",
    (how) => {
      const target = running();
      hear(target, BUSY);
      look(target, "busy", {}, "title", 3_000);
      pass(target, 5_000);
      hear(target, { kind: "edge", phase: "ask", state: "waiting_approval" }, "claude.PermissionRequest");
      pass(target, 2_000);
      expect(target.pane().state).toBe("waiting_approval");
      if (how === "read again") look(target, "busy", {}, "title", 3_000);
      else pass(target, 15_000);
      expect(target.pane()).toMatchObject({ state: "running", source: "title" });
    },
  );

  it.each<[Source, number, number]>([
    ["osc", 5_000, 100],
    ["session_file", 5_000, 100],
    ["osc", 20_000, 100],
    ["title", 700, 20],
  ])(
    "[EN10, EN17] of %s for %i ms is work, which a moment of it later does not take back",
    (source, worksMs, momentLastsMs) => {
      const target = running();
      const over = () => {
        if (source !== "title") return look(target, "rest", {}, source);
        target.pipeline.endLevel(target.runtimeRows()[0]?.runtime_id ?? "", source);
      };
      look(target, "rest", {}, "screen");
      pass(target, 1_000);
      look(target, "busy", {}, source);
      pass(target, worksMs);
      over();
      pass(target, 100);
      look(target, "rest", { state: "completed" }, "screen");
      pass(target, 5_000);
      const before = target.pane();
      expect(before).toMatchObject({ state: "completed", attention: { kind: "done" } });
      look(target, "busy", {}, source);
      target.now += momentLastsMs;
      over();
      expect(target.pane().nudge_seq).toBe(before.nudge_seq);
      pass(target, 20_000);
      const { state, attention, nudge_seq } = target.pane();
      expect([state, attention, nudge_seq]).toEqual([before.state, before.attention, before.nudge_seq]);
      // the log alone tells it, too
      const runtimeId = target.runtimeRows()[0]?.runtime_id ?? "";
      target.store.transact(() => {
        target.folds.refold(runtimeId);
        target.folds.write();
      });
      target.pipeline.refolded(runtimeId);
      expect(target.pane().nudge_seq).toBe(before.nudge_seq);
    },
  );

  it("[EN35] holds the end while the user's own Stop hooks keep it busy; its rest confirms the end and calls", () => {
    const target = running();
    hear(target, BUSY);
    look(target, "busy");
    pass(target, 5_000);
    const stoppedAt = target.now;
    hear(target, { kind: "edge", phase: "rest", state: "completed" }, "claude.Stop");
    expect(target.pane()).toMatchObject({ state: "completed", attention: null, nudge_seq: 0 });
    pass(target, 2_000);
    expect(target.pane()).toMatchObject({ state: "running", attention: null, nudge_seq: 0 });
    look(target, "rest");
    const attention = { kind: "done", raised_at: stoppedAt };
    expect(target.pane()).toMatchObject({ state: "completed", attention, nudge_seq: stoppedAt });
  });

  it("[EN35] is read before an end is confirmed, even if another event comes before the timer", () => {
    const target = running();
    hear(target, BUSY);
    look(target, "busy");
    pass(target, 5_000);
    hear(target, { kind: "edge", phase: "rest", state: "completed" }, "claude.Stop");
    target.now += 700;
    hear(target, { kind: "note", reason: "tells nothing about the state" }, "claude.Notification");
    expect(target.pane()).toMatchObject({ state: "running", attention: null, nudge_seq: 0 });
  });

  it("[EN37] does not overrule an ask while it is busy before the dialog shows, and adds no second call then", () => {
    const target = running();
    hear(target, BUSY);
    look(target, "busy");
    pass(target, 5_000);
    hear(target, { kind: "edge", phase: "ask", state: "waiting_approval" }, "claude.PermissionRequest");
    const { attention, state_version } = target.pane();
    pass(target, 3_000);
    look(target, "ask", { state: "waiting_approval" });
    pass(target, 20 * 60_000);
    expect(target.pane()).toMatchObject({ state: "waiting_approval", source: "hook", attention, state_version });
  });

  it("[EN38] that only says that something is open leaves state and attention as they were", () => {
    const target = running();
    hear(target, { ...BUSY, phase: "rest", state: "idle" } as Evidence, "claude.SessionStart");
    look(target, "rest");
    const { state_version } = target.pane();
    pass(target, 2_000);
    look(target, "ask");
    pass(target, 60_000);
    expect(target.pane()).toMatchObject({ state: "idle", attention: null, nudge_seq: 0, state_version });
  });

  it("[EN16] does not go stale while its source is watched, and does when it cannot be", () => {
    const target = running();
    hear(target, { kind: "edge", phase: "busy", state: "running", ttl_ms: 5_000 });
    look(target, "busy");
    pass(target, 60_000);
    expect(target.pane().state).toBe("running");
    target.pipeline.unwatchLevel(target.runtimeRows()[0]?.runtime_id ?? "", "session_file");
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

  it("[EN17] calls once for an ask, also over a restart", () => {
    const target = running();
    look(target, "busy");
    pass(target, 1_000);
    look(target, "ask", { state: "waiting_approval" });
    pass(target, 1_000);
    const { attention, nudge_seq } = target.pane();
    expect(attention).toMatchObject({ kind: "approval", raised_at: 121_000 });
    const after = running(target.store);
    after.now = target.now + 60_000;
    look(after, "ask", { state: "waiting_approval" });
    expect(after.pane()).toMatchObject({ state: "waiting_approval", attention, nudge_seq });
    expect(logged(after)).toBe(2);
  });

  it("[EN9] keeps an edge overruled after a restart, before it is read again", () => {
    const target = running();
    look(target, "rest", { state: "idle" });
    pass(target, 5_000);
    hear(target, BUSY);
    pass(target, 4_000);
    expect(target.pane().state).toBe("idle");
    const after = running(target.store);
    after.now = target.now + 1_000;
    after.pipeline.reviewAll(["%1"]);
    expect(after.pane().state).toBe("idle");
  });

  it("[BI19] does not count in an ended runtime", () => {
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
  it("[SR27] is kept per runtime over restarts, and not taken from a sub-agent", () => {
    const target = running();
    const runtimeId = target.runtimeRows()[0]?.runtime_id ?? "";
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
    const metadata = { session_id: "s-1", transcript: "/h/s-1.jsonl" };
    target.pipeline.ingest([{ ...facts, dedupe_key: "1", metadata }]);
    const run = { id: "child", parent: "s-1" };
    target.pipeline.ingest([{ ...facts, dedupe_key: "2", run, metadata: { session_id: "child" } }]);
    expect(target.learned).toEqual([runtimeId]);
    expect(running(target.store).metadataStore.of(runtimeId)).toEqual({ ...metadata, session_name: "main" });
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
    target.pipeline.look(target.runtimeRows(paneId)[0]?.runtime_id ?? "", {
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
        // the pane in which the shared server was started
        pane_id: "%1",
        agent_type: "codex",
        source: "hook",
        event_type,
        dedupe_key: `${event_type}@${target.now}`,
        event_time: target.now,
        hints: SHARED,
        message,
        evidence,
        metadata: { session_id: "thread-2", cwd: "/w" },
      },
    ]);
  }

  const ASK: Evidence = { kind: "edge", phase: "ask", state: "waiting_approval" };

  it("[BI21] belong to the pane that was seen to begin a turn then, and later to that session", () => {
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

  it("[BI21] that two panes could have sent bind to neither", () => {
    const target = two();
    shows(target, "%1", "busy");
    shows(target, "%2", "busy");
    reports(target, "codex.UserPromptSubmit", BUSY);
    reports(target, "codex.PermissionRequest", ASK, "Bash: ls");
    for (const paneId of ["%1", "%2"]) expect(target.pane(paneId)).toMatchObject({ state: "running", message: "" });
  });
});

describe("an agent that is stopped", () => {
  const STOPPED: ProcessRow = [110, 100, "claude", ["claude"], "stopped"];

  it("[EN40] is suspended, published once, also over a restart; afterwards the evidence decides again", () => {
    const target = running();
    hear(target, BUSY);
    look(target, "busy");
    pass(target, 1_000);
    const before = logged(target);
    target.observe(PANE, [SHELL, CLAUDE]);
    expect(logged(target)).toBe(before);
    for (let seen = 0; seen < 3; seen += 1) {
      target.observe(PANE, [SHELL, STOPPED]);
      pass(target, 20_000);
      expect(target.pane()).toMatchObject({ state: "unknown", reason_code: "suspended", attention: null });
    }
    expect(logged(target)).toBe(before + 1);
    const since = target.pane().since;

    const again = new TestPipeline(target.now, target.store);
    again.observe(PANE, [SHELL, STOPPED]);
    expect(again.pane()).toMatchObject({ reason_code: "suspended", since });
    look(again, "busy");
    pass(again, 2_000);
    again.observe(PANE, [SHELL, CLAUDE]);
    expect(again.pane()).toMatchObject({ state: "running", reason_code: null });
  });

  it("[EN40, AT4] keeps its approval open, and it is the same one afterwards", () => {
    const target = running();
    hear(target, BUSY);
    hear(target, { kind: "edge", phase: "ask", state: "waiting_approval" }, "claude.PermissionRequest");
    const asked = target.pane();
    target.observe(PANE, [SHELL, STOPPED]);
    pass(target, 60_000);
    expect(target.pane()).toMatchObject({ reason_code: "suspended", attention: asked.attention });
    target.observe(PANE, [SHELL, CLAUDE]);
    expect(target.pane()).toMatchObject({
      state: "waiting_approval",
      attention: asked.attention,
      nudge_seq: asked.nudge_seq,
    });
  });

  it("[AD96] an agent that nobody has tried is unknown, and says that only its documentation is known", () => {
    const target = new TestPipeline(120_000);
    target.observe(PANE, [SHELL, [110, 100, "amp", ["amp"]]]);
    expect(target.pane()).toMatchObject({ agent: "amp", state: "unknown", reason_code: "no_signal" });
    expect(target.pane().because).toContain("known by its documentation only");
    target.observe(PANE, [SHELL, [120, 100, "claude", ["claude"]]]);
    expect(target.pane().because).not.toContain("documentation");
  });

  it("[EN40] is not suspended if only its launcher is stopped", () => {
    const target = new TestPipeline(120_000);
    const shim: ProcessRow = [110, 100, "node", ["node", "/usr/bin/codex"], "stopped"];
    target.observe(PANE, [SHELL, shim, [120, 110, "codex", ["codex"]]]);
    expect(target.pane().reason_code).toBe("no_signal");
    target.observe(PANE, [SHELL, shim, [120, 110, "codex", ["codex"], "stopped"]]);
    expect(target.pane().reason_code).toBe("suspended");
  });

  it("[EN40, EN39] keeps its ask although the shell shows its prompt meanwhile", () => {
    const target = running();
    hear(target, BUSY);
    hear(target, { kind: "edge", phase: "ask", state: "waiting_approval" }, "claude.PermissionRequest");
    const shown = new ShownLevels({
      target: "host",
      runtimes: target.runtimes,
      levels: {
        look: (runtimeId, facts) => {
          target.pipeline.look(runtimeId, facts);
          return true;
        },
        unwatchLevel: (runtimeId, source) => target.pipeline.unwatchLevel(runtimeId, source),
        endLevel: (runtimeId, source) => target.pipeline.endLevel(runtimeId, source),
      },
      adapterOf: (agent) => AGENTS.find(({ name }) => name === agent) ?? null,
      cuesOf: () => ({}),
      versionOf: () => undefined,
      titleHasTold: () => false,
      clock: { now: () => target.now },
    });
    const see = (rows: ProcessRow[]) => {
      target.observe(PANE, rows);
      shown.observe(testTopology(PANE, []));
      pass(target, 5_000);
      shown.see("%1", ["[1]+  Stopped                 claude", "user@here:~$"]);
      pass(target, 5_000);
    };
    see([SHELL, STOPPED]);
    target.observe(PANE, [SHELL, CLAUDE]);
    expect(target.pane().state).toBe("waiting_approval");
    // if nothing is stopped, a shell prompt means that the agent has left
    see([SHELL, CLAUDE]);
    expect(target.pane().state).toBe("idle");
  });
});
