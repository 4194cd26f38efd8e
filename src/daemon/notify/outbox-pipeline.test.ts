import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import { NotifyRule } from "../../core/protocol/settings/settings-notify.ts";
import { TestPipeline } from "../pipeline/test-pipeline.ts";
import { Outbox } from "./outbox.ts";
import { review } from "./review.ts";

const SHELL: ProcessRow = [100, 1, "bash", ["bash"]];
const CLAUDE: ProcessRow = [110, 100, "claude", ["claude"]];
const PANE = [{ pane_id: "%1", pane_pid: 100 }];

/** A pipeline with an outbox; given another one's store, it is as after a restart. */
function listening(store?: TestPipeline["store"], at = 120_000) {
  const target = new TestPipeline(at, store);
  const clock = { now: () => target.now };
  target.calls = new Outbox({
    store: target.store,
    rules: [NotifyRule.parse({ channels: ["phone"], only_if_unwatched: false })],
    queues: () => [{ name: "phone", queue: "phone" }],
    minuteOfDay: () => 0,
    dashboard: "",
    clock,
    onNew: () => undefined,
  });
  const rows = () => (["waiting", "dropped"] as const).flatMap((state) => target.store.deliveries(state, 10));
  const told = () => rows().map(({ state, outcome }) => outcome ?? state);
  const verdict = async () => {
    const [row] = rows();
    if (row === undefined) throw new Error("no row");
    const deps = {
      itemAt: () => target.pane(),
      seenThrough: () => 0,
      isWatched: async () => false,
      isInDoubt: () => false,
      lastSentAt: () => null,
      minuteOfDay: () => 0,
      dashboard: "",
      clock,
    };
    return (await review(row, deps, new AbortController().signal)).status;
  };
  return { target, told, verdict };
}

function ask(target: TestPipeline): void {
  target.pipeline.look(target.runtimeRows()[0]?.runtime_id ?? "", {
    target: "host",
    pane_id: "%1",
    agent_type: "claude",
    source: "title",
    event_type: "claude.ask",
    dedupe_key: "",
    event_time: target.now,
    message: "",
    evidence: { kind: "level", phase: "ask", state: "waiting_approval" },
  });
}

describe("calls on their way from the engine to the outbox", () => {
  it("[NT3] a call that only a level shows is not lost by a restart before the next look", async () => {
    const before = listening();
    before.target.observe(PANE, [SHELL, CLAUDE]);
    ask(before.target);
    before.target.now += 1_000;
    before.target.pipeline.tick();
    expect([before.target.pane().attention?.kind, before.told()]).toEqual(["approval", ["waiting"]]);
    const { target, told, verdict } = listening(before.target.store, before.target.now + 60_000);
    target.observe(PANE, [SHELL, CLAUDE]);
    target.pipeline.reviewAll(["%1"]);
    expect([target.pane().reason_code, target.pane().attention, told()]).toEqual(["stale_signal", null, ["waiting"]]);
    expect(await verdict()).toBe("later");
    ask(target);
    expect([told(), await verdict()]).toEqual([["waiting"], "send"]);
  });

  it("[NT3] a call raised while its machine is down is sent when it answers again", async () => {
    const { target, told, verdict } = listening();
    target.observe(PANE, [SHELL, CLAUDE]);
    target.health = "down";
    target.pipeline.reviewAll(["%1"]);
    target.hook("claude", "rm -rf build?", target.now);
    expect([target.pane().reason_code, target.pane().attention, told()]).toEqual(["target_unreachable", null, []]);
    target.now += 40_000;
    target.health = "ok";
    target.pipeline.reviewAll(["%1"]);
    expect([told(), await verdict()]).toEqual([["waiting"], "send"]);
  });
});
