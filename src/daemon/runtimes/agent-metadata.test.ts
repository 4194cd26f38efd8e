import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import { TestPipeline } from "../pipeline/test-pipeline.ts";
import { readAgentMetadata } from "./agent-metadata.ts";

// started at 100 s and 110 s
const SHELL: ProcessRow = [100, 1, "bash", ["bash"]];
const CLAUDE: ProcessRow = [110, 100, "claude", ["claude"]];
const PANE = { pane_id: "%1", pane_pid: 100 };

describe("what agents have said of themselves", () => {
  it("[RS1] is kept after the agent's end, with its directory and last session", () => {
    const target = new TestPipeline(120_000);
    target.observe([PANE], [SHELL, CLAUDE]);
    const runtimeId = target.runtimeRows()[0]?.runtime_id ?? "";
    hear(target, { session_id: "s-1", cwd: "/w" });
    hear(target, { session_id: "s-1", cwd: "/w/sub" });
    target.observe([{ ...PANE, session_name: "renamed" }], [SHELL, CLAUDE]);
    target.observe([{ ...PANE, session_name: "again" }], [SHELL]);
    expect(target.runtimeRows()[0]?.ended_at).not.toBeNull();
    const metadata = { session_id: "s-1", cwd: "/w/sub", started_in: "/w", session_name: "renamed" };
    expect(target.metadataStore.of(runtimeId)).toEqual(metadata);
    expect(readAgentMetadata(target.store, runtimeId)).toEqual(metadata);
  });

  it("[RS1] is not replaced by older reports that are read later", () => {
    const target = new TestPipeline(120_000);
    target.observe([PANE], [SHELL, CLAUDE]);
    const runtimeId = target.runtimeRows()[0]?.runtime_id ?? "";
    target.now = 130_000;
    hear(target, { session_id: "s-2", cwd: "/b" });
    target.now = 125_000;
    hear(target, { session_id: "s-1", cwd: "/a" });
    expect(target.metadataStore.of(runtimeId)).toMatchObject({ session_id: "s-2", cwd: "/b" });
    target.now = 140_000;
    hear(target, { session_id: "s-3", cwd: "/c" });
    expect(target.metadataStore.of(runtimeId)).toMatchObject({ session_id: "s-3", cwd: "/c" });
  });

  it("[RS1, BI24] is handed to an agent that is found after it reported", () => {
    const target = new TestPipeline(109_000);
    target.observe([PANE], [SHELL]);
    target.pipeline.ensureRuntime("%1", "app-1");
    target.now = 110_600;
    hear(target, { session_id: "s-1", cwd: "/w" }, { session_id: "app-1", tmux_server_pid: 50 });
    target.now = 111_000;
    target.observe([PANE], [SHELL, CLAUDE]);
    const [generic, agent] = target.runtimeRows();
    expect(agent?.agent_type).toBe("claude");
    expect(target.metadataStore.of(agent?.runtime_id ?? "")).toMatchObject({ session_id: "s-1", started_in: "/w" });
    expect(target.metadataStore.of(generic?.runtime_id ?? "")).toEqual({});
    expect(target.learned).toContain(agent?.runtime_id);
  });

  it.each(["s-1", "s-2"])(
    "[RS1, BI24] of an agent that followed another unnoticed is its own, as of %s, and the other keeps what it had told",
    (session_id) => {
      const target = new TestPipeline(120_000);
      target.observe([PANE], [SHELL, CLAUDE]);
      hear(target, { session_id: "s-1", cwd: "/a" });
      target.now = 140_000;
      hear(target, { session_id, cwd: "/b" });
      target.now = 141_000;
      target.observe([PANE], [SHELL, [130, 100, "claude", ["claude"]]]);
      const [first, second] = target.runtimeRows();
      expect(target.metadataStore.of(first?.runtime_id ?? "")).toMatchObject({ session_id: "s-1", cwd: "/a" });
      expect(target.metadataStore.of(second?.runtime_id ?? "")).toMatchObject({ session_id, started_in: "/b" });
      expect(target.learned).toContain(second?.runtime_id);
    },
  );
});

function hear(target: TestPipeline, metadata: { session_id: string; cwd: string }, hints = {}): void {
  target.pipeline.ingest([
    {
      target: "host",
      pane_id: "%1",
      agent_type: "claude",
      source: "hook",
      event_type: "claude.UserPromptSubmit",
      dedupe_key: metadata.cwd,
      event_time: target.now,
      message: "",
      evidence: { kind: "edge", phase: "busy", state: "running", begin: true },
      hints,
      metadata,
    },
  ]);
}
