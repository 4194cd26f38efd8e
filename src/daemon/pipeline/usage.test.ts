import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import { factsOf } from "../../core/agents/facts-of.ts";
import { adapterOf } from "../../core/agents/registry.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import { TestPipeline } from "./test-pipeline.ts";

const SHELL: ProcessRow = [100, 1, "bash", ["bash"]];
const CLAUDE: ProcessRow = [110, 100, "claude", ["claude"]];
const PANE = [{ pane_id: "%1", pane_pid: 100, cwd: "/home/me" }];

function watched(store?: TestPipeline["store"]): TestPipeline {
  const target = new TestPipeline(111_000, store);
  target.observe(PANE, [SHELL, CLAUDE]);
  return target;
}

/** A line of the transcript, as its source brings it. */
function line(id: string, input: number, change: object = {}): SignalFacts[] {
  const usage = { input_tokens: input, output_tokens: 5 };
  const message = { id, model: "claude-opus-5-5", usage, content: [] };
  const text = { type: "assistant", timestamp: new Date(112_000).toISOString(), sessionId: "s-1", message, ...change };
  const readings = adapterOf("claude")?.secondSources?.transcript?.read(JSON.stringify(text)) ?? [];
  const bringing = { target: "host", pane_id: "%1", dedupe_key: id, event_time: 1, hints: { agent_pid: 110 } };
  return readings.map((reading) => factsOf("claude", reading, bringing));
}

function prompt(target: TestPipeline, session_id: string, at: number): void {
  target.now = at;
  target.ingest({
    source: "hook",
    event_type: "claude.UserPromptSubmit",
    agent_type: "claude",
    event_time: at,
    hints: { agent_pid: 110 },
    message: "",
    evidence: { kind: "edge", phase: "busy", state: "running", begin: true },
    metadata: { session_id, cwd: "/w" },
  });
}

describe("usage of a pane", () => {
  it("[UG3, UG2] has what its conversation used, counted once, and is the same after a restart", () => {
    const target = watched();
    prompt(target, "s-1", 111_500);
    target.now = 113_000;
    const logged = target.store.countEvents().bound;
    target.pipeline.ingest([...line("a", 10), ...line("a", 10), ...line("b", 30)]);
    const expected = {
      session_id: "s-1",
      model: "claude-opus-5-5",
      session: { calls: 2, input: 40, output: 10 },
      turn: { calls: 2 },
      context: { used: 30, size: null, percent: null },
    };
    expect(target.pane()).toMatchObject({ state: "running", usage: expected });
    // what is only counted is no event
    expect(target.store.countEvents().bound).toBe(logged);
    const next = watched(target.store);
    next.now = 114_000;
    next.pipeline.ingest(line("a", 10));
    expect(next.pane().usage).toEqual(target.pane().usage);
    expect(next.store.usage.days("1970-01-01", "1970-12-31")).toMatchObject([{ project: "/w", calls: 2 }]);
  });

  it("[UG3] another conversation begins with nothing, and another turn with none of the last", () => {
    const target = watched();
    prompt(target, "s-1", 111_500);
    target.pipeline.ingest(line("a", 10));
    prompt(target, "s-1", 120_000);
    expect(target.pane().usage).toMatchObject({ session: { calls: 1 }, turn: { calls: 0 } });
    prompt(target, "s-2", 130_000);
    expect(target.pane().usage).toBeNull();
  });

  it("[UG2, UG4] a sub-agent's call counts, but not as the context", () => {
    const target = watched();
    prompt(target, "s-1", 111_500);
    target.pipeline.ingest([...line("a", 10), ...line("b", 900, { isSidechain: true, agentId: "x" })]);
    expect(target.pane().usage).toMatchObject({ session: { calls: 2, input: 910 }, context: { used: 10 } });
  });

  it("[UG13] calls once for each time that its context became full, also after a restart", () => {
    const target = watched();
    prompt(target, "s-1", 111_500);
    let lines = 0;
    const fill = (pipeline: TestPipeline, used: number, at: number) => {
      pipeline.now = at;
      lines += 1;
      const usage = { context: { used, size: 1_000 } };
      const [told] = line(`c${lines}`, 1).map((facts) => ({
        ...facts,
        event_time: at,
        metadata: { ...facts.metadata, usage },
      }));
      if (told !== undefined) pipeline.pipeline.ingest([told]);
      const { attention, shelf, label } = pipeline.pane();
      return attention && [attention.kind, shelf, label, attention.raised_at];
    };
    expect(fill(target, 800, 113_000)).toBeNull();
    const first = fill(target, 870, 114_000);
    expect(first).toEqual(["context", "check", "context full", 114_000]);
    expect(target.pane()).toMatchObject({
      state: "running",
      attention: { message: expect.stringContaining("at least 85 %") },
    });
    const next = watched(target.store);
    expect(fill(next, 930, 115_000)).toEqual(first);
    expect(fill(next, 100, 116_000)).toBeNull();
    expect(fill(next, 900, 117_000)?.at(-1)).toBe(117_000);
    const other = watched();
    prompt(other, "s-1", 111_500);
    expect(fill(other, 900, 112_000)?.[0]).toBe("context");
    prompt(other, "s-2", 113_000);
    expect(other.pane().attention).toBeNull();
  });

  it("[UG2] is counted even where its runtime is not known yet", () => {
    const target = new TestPipeline(111_000);
    target.observe(PANE, []);
    target.pipeline.ingest(line("a", 10));
    target.observe(PANE, [SHELL, CLAUDE]);
    expect(target.store.usage.days("1970-01-01", "1970-12-31")).toMatchObject([{ session_id: "s-1", calls: 1 }]);
  });
});
