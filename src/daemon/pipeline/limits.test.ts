import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import { factsOf } from "../../core/agents/facts-of.ts";
import { adapterOf } from "../../core/agents/registry.ts";
import { TestPipeline } from "./test-pipeline.ts";

const T = 1_794_755_000_000;
const RESETS_AT = 1_794_762_000;
const PANES = [1, 2, 3].map((n) => ({ pane_id: `%${n}`, pane_pid: 100 * n, cwd: "/w" }));
const ROWS: ProcessRow[] = [1, 2, 3].flatMap((n): ProcessRow[] => [
  [100 * n, 1, "bash", ["bash"]],
  [100 * n + 10, 100 * n, "codex", ["codex"]],
]);

function watched(store?: TestPipeline["store"]): TestPipeline {
  const target = new TestPipeline(T, store);
  target.observe(PANES, ROWS);
  return target;
}

let lines = 0;
/** A line of pane `n`'s rollout. */
function write(target: TestPipeline, n: number, payload: object, at: number): void {
  target.now = at;
  lines += 1;
  const text = JSON.stringify({ timestamp: new Date(at).toISOString(), type: "event_msg", payload });
  const bringing = {
    target: "host",
    pane_id: `%${n}`,
    dedupe_key: `l${lines}`,
    event_time: at,
    hints: { agent_pid: 100 * n + 10 },
  };
  const readings = adapterOf("codex")?.secondSources?.rollout?.read(text) ?? [];
  target.pipeline.ingest(readings.map((reading) => factsOf("codex", reading, bringing)));
}

/** A turn that the account's limit ends, as Codex writes it. */
function hitLimit(target: TestPipeline, n: number, at: number, resets_at = RESETS_AT): void {
  write(target, n, { type: "task_started", turn_id: `t${at}` }, at);
  const primary = { used_percent: 100, window_minutes: 300, resets_at };
  write(target, n, { type: "token_count", info: null, rate_limits: { primary, secondary: null } }, at + 100);
  const error = {
    message: "You’ve hit your usage limit. Try again at 5:07 PM.",
    codex_error_info: "usage_limit_exceeded",
  };
  write(target, n, { type: "task_complete", turn_id: `t${at}`, error }, at + 200);
}

const shown = (target: TestPipeline) =>
  [1, 2, 3].map((n) => {
    const { state, label, attention, limited } = target.pane(`%${n}`);
    return [state, label, attention?.kind ?? null, limited?.until ?? null];
  });

describe("limits of an account", () => {
  it("[UG14, UG15] every pane that it stops says so, with the reset, and one of them calls, also after a restart", () => {
    const target = watched();
    hitLimit(target, 1, T + 1_000);
    hitLimit(target, 2, T + 2_000);
    target.now = T + 30_000;
    target.pipeline.tick();
    const until = RESETS_AT * 1_000;
    const stopped = [
      ["error", "limited", "limited", until],
      ["error", "limited", null, until],
    ];
    expect(shown(target).slice(0, 2)).toEqual(stopped);
    expect(target.pane("%1")).toMatchObject({
      shelf: "blocked",
      attention: { message: expect.stringContaining("usage limit") },
    });
    const next = watched(target.store);
    next.now = T + 40_000;
    next.pipeline.reviewAll(["%1", "%2"]);
    expect(shown(next).slice(0, 2)).toEqual(stopped);
  });

  it("[UG15] a person who was told once is not told again for the same limit, but is told of the next one", () => {
    const target = watched();
    hitLimit(target, 1, T + 1_000);
    target.now = T + 30_000;
    target.pipeline.tick();
    const call = target.pane("%1").attention;
    target.ingest({
      source: "daemon",
      event_type: "attention.seen",
      event_time: target.now,
      hints: { agent_pid: 110 },
      message: "",
      evidence: { kind: "seen", through: call?.raised_at ?? 0, attention_id: call?.attention_id ?? "" },
    });
    expect(target.pane("%1")).toMatchObject({ attention: null, label: "limited" });
    hitLimit(target, 1, T + 60_000);
    hitLimit(target, 2, T + 61_000);
    target.now = T + 90_000;
    target.pipeline.tick();
    expect(shown(target).map(([, , kind]) => kind)).toEqual([null, null, null]);
    hitLimit(target, 3, T + 8_000_000, RESETS_AT + 18_000);
    target.now = T + 8_030_000;
    target.pipeline.tick();
    expect(shown(target).map(([, , kind]) => kind)).toEqual([null, null, "limited"]);
  });

  it("[UG15] another pane calls if the one that did is gone before anybody saw it", () => {
    const target = watched();
    hitLimit(target, 1, T + 1_000);
    hitLimit(target, 2, T + 2_000);
    target.now = T + 30_000;
    target.observe(PANES.slice(1), ROWS.slice(2));
    target.now = T + 130_000;
    target.pipeline.tick();
    expect(target.pane("%2").attention?.kind).toBe("limited");
  });
});
