import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../core/agents/process-tree.ts";
import { readClue } from "./clues.ts";
import { TestPipeline } from "./test-pipeline.ts";

// began at 100 s and 110 s
const SHELL: ProcessRow = [100, 1, "bash", ["bash"]];
const CLAUDE: ProcessRow = [110, 100, "claude", ["claude"]];
const PANE = { pane_id: "%1", pane_pid: 100 };

describe("what agents have said of themselves", () => {
  it("[RS5] stays when the agent has ended, with where it was started and the session it was last seen in", () => {
    const target = new TestPipeline(120_000);
    target.observe([PANE], [SHELL, CLAUDE]);
    const runtimeId = target.runtimes()[0]?.runtime_id ?? "";
    hear(target, { session_id: "s-1", cwd: "/w" });
    hear(target, { session_id: "s-1", cwd: "/w/sub" });
    target.observe([{ ...PANE, session_name: "renamed" }], [SHELL, CLAUDE]);
    target.observe([{ ...PANE, session_name: "again" }], [SHELL]);
    expect(target.runtimes()[0]?.ended_at).not.toBeNull();
    const clue = { session_id: "s-1", cwd: "/w/sub", started_in: "/w", session_name: "renamed" };
    expect(target.clues.of(runtimeId)).toEqual(clue);
    expect(readClue(target.store, runtimeId)).toEqual(clue);
  });

  it("[RS5] what was said earlier and is read later does not replace what is known", () => {
    const target = new TestPipeline(120_000);
    target.observe([PANE], [SHELL, CLAUDE]);
    const runtimeId = target.runtimes()[0]?.runtime_id ?? "";
    target.now = 130_000;
    hear(target, { session_id: "s-2", cwd: "/b" });
    target.now = 125_000;
    hear(target, { session_id: "s-1", cwd: "/a" });
    expect(target.clues.of(runtimeId)).toMatchObject({ session_id: "s-2", cwd: "/b" });
    target.now = 140_000;
    hear(target, { session_id: "s-3", cwd: "/c" });
    expect(target.clues.of(runtimeId)).toMatchObject({ session_id: "s-3", cwd: "/c" });
  });

  it("[RS5, BI24] is handed over to an agent that is found later than it spoke", () => {
    const target = new TestPipeline(109_000);
    target.observe([PANE], [SHELL]);
    target.pipeline.greet("%1", "app-1");
    target.now = 110_600;
    hear(target, { session_id: "s-1", cwd: "/w" }, { session_id: "app-1", tmux_server_pid: 50 });
    target.now = 111_000;
    target.observe([PANE], [SHELL, CLAUDE]);
    const [generic, agent] = target.runtimes();
    expect(agent?.agent_type).toBe("claude");
    expect(target.clues.of(agent?.runtime_id ?? "")).toMatchObject({ session_id: "s-1", started_in: "/w" });
    expect(target.clues.of(generic?.runtime_id ?? "")).toEqual({});
    expect(target.learned).toContain(agent?.runtime_id);
  });
});

function hear(target: TestPipeline, traces: { session_id: string; cwd: string }, hints = {}): void {
  target.pipeline.ingest([
    {
      target: "host",
      pane_id: "%1",
      agent_type: "claude",
      source: "hook",
      event_type: "claude.UserPromptSubmit",
      dedupe_key: traces.cwd,
      event_time: target.now,
      message: "",
      evidence: { kind: "edge", phase: "busy", state: "running", begin: true },
      hints,
      traces,
    },
  ]);
}
