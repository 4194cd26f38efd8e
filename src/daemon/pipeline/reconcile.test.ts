import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import { TestPipeline } from "./test-pipeline.ts";

const PANE = [{ pane_id: "%1", pane_pid: 100 }];
const SHELL: ProcessRow = [100, 1, "bash", ["bash"]];
const COMPLETED_TO_IDLE_MS = 120_000;
const BUSY_TTL_MS = 1_800_000;

function registered(): TestPipeline {
  const target = new TestPipeline(110_000);
  target.observe(PANE, [SHELL]);
  target.pipeline.ensureRuntime("%1", "s1");
  return target;
}

describe("what time alone changes", () => {
  it("[TG22] a completed agent becomes idle, unless it has begun to work again meanwhile", () => {
    const target = registered();
    target.say("completed", "done", 110_000);
    const evidence = { kind: "seen", through: 110_000 } as const;
    target.ingest({ source: "daemon", event_type: "attention.seen", event_time: 110_000, message: "", evidence });
    target.now += COMPLETED_TO_IDLE_MS - 1;
    target.pipeline.tick();
    expect(target.pane()).toMatchObject({ state: "completed", state_version: 4 });
    target.now += 1;
    target.pipeline.tick();
    expect(target.pane()).toMatchObject({ state: "idle", state_version: 5 });

    target.say("completed", "again", target.now);
    target.now += COMPLETED_TO_IDLE_MS / 2;
    target.say("working", "more", target.now);
    target.now += COMPLETED_TO_IDLE_MS;
    target.pipeline.tick();
    expect(target.pane()).toMatchObject({ state: "running", message: "more" });
  });

  it("[TG22, EN16] a declared state holds after ten hours and a restart, and reconciling changes neither state nor version", () => {
    const before = registered();
    before.say("needs_input", "which?", 110_000);
    const asked = { state: "waiting_input", message: "which?", confidence: "high", attention: { kind: "input" } };
    const { state_version } = before.pane();
    const target = new TestPipeline(before.now + 10 * 3_600_000, before.store);
    target.observe(PANE, [SHELL]);
    target.pipeline.tick();
    expect(target.pane()).toMatchObject({ ...asked, state_version });
  });

  it("[TG22, ST4] running becomes unknown after long silence, and reconciling changes neither state nor version", () => {
    const target = registered();
    target.say("working", "on it", 110_000);
    target.now += BUSY_TTL_MS + 1;
    target.pipeline.tick();
    const { state_version, ...stale } = target.pane();
    expect(stale).toMatchObject({ state: "unknown", reason_code: "stale_signal" });
    target.now += BUSY_TTL_MS;
    target.pipeline.tick();
    expect(target.pane().state_version).toBe(state_version);
  });

  it("[TG22] an ended runtime is not revived by late events", () => {
    const target = registered();
    target.say("completed", "done", 110_000);
    target.now += 1_000;
    target.observe([{ pane_id: "%1", pane_pid: 112 }], [[112, 1, "bash", ["bash"]]]);
    target.say("working", "late", 110_500);
    target.now += COMPLETED_TO_IDLE_MS;
    target.pipeline.tick();
    expect(target.pane()).toMatchObject({ state: "unknown", reason_code: "no_agent", runtime_id: null });
  });
});
