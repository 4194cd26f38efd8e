import { expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import { TestPipeline } from "./test-pipeline.ts";

const LEAD: ProcessRow = [100, 1, "claude", ["claude"]];
const FLAGS = ["--agent-id", "researcher@t", "--agent-name", "researcher", "--parent-session-id", "s1"];
const TEAMMATE: ProcessRow = [101, 1, "claude", ["claude", ...FLAGS]];
const RESEARCHER = { name: "researcher", lead_session: "s1", lead_pane: "%1" };
const PANES = [
  { pane_id: "%1", pane_pid: 100 },
  { pane_id: "%2", pane_pid: 101 },
];

function team() {
  const target = new TestPipeline(111_000);
  const tell = (pane_id: string, phase: "busy" | "rest", session_id: string, now: number) => {
    target.now = now;
    target.ingest({
      source: "hook",
      event_type: "claude.X",
      agent_type: "claude",
      pane_id,
      event_time: now,
      message: "",
      evidence: { kind: "edge", phase, state: phase === "busy" ? "running" : "completed" },
      metadata: { session_id },
    });
  };
  target.observe(PANES, [LEAD, TEAMMATE]);
  return { target, tell };
}

it("[AD50] a teammate names its lead, which says how many work, also after a restart and when one is gone", () => {
  const { target, tell } = team();
  tell("%1", "rest", "s1", 120_000);
  tell("%2", "busy", "s2", 121_000);
  const shown = (of = target) => [of.pane("%1").teammates, of.pane("%2").teammate];
  expect(shown()).toEqual([{ working: 1, all: 1 }, RESEARCHER]);
  tell("%2", "rest", "s2", 125_000);
  expect(shown()).toEqual([{ working: 0, all: 1 }, RESEARCHER]);

  const next = new TestPipeline(126_000, target.store);
  next.observe(PANES, [LEAD, TEAMMATE]);
  expect(shown(next)).toEqual([{ working: 0, all: 1 }, RESEARCHER]);
  next.observe(PANES.slice(0, 1), [LEAD]);
  expect(next.pane("%1").teammates).toBeUndefined();
});

it("[AD50] a teammate names its lead as soon as that tells its session, and no more when it has gone", () => {
  const { target, tell } = team();
  tell("%2", "busy", "s2", 120_000);
  expect(target.pane("%2").teammate).toEqual({ ...RESEARCHER, lead_pane: null });
  tell("%1", "busy", "s1", 121_000);
  expect(target.pane("%2").teammate).toEqual(RESEARCHER);
  expect(target.pane("%1").teammates).toEqual({ working: 1, all: 1 });
  target.observe(PANES.slice(1), [TEAMMATE]);
  expect(target.pane("%2").teammate).toEqual({ ...RESEARCHER, lead_pane: null });
});
