import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import type { Evidence, Level } from "../../core/protocol/events/event.ts";
import { TestPipeline } from "../pipeline/test-pipeline.ts";
import type { ScreenTarget } from "./screen-target.ts";
import { UnchangedScreens } from "./unchanged-screens.ts";

const SHELL: ProcessRow = [100, 1, "bash", ["bash"]];
const CLAUDE: ProcessRow = [110, 100, "claude", ["claude"]];
const MINUTE = 60_000;
const BUSY: Evidence = { kind: "edge", phase: "busy", state: "running", begin: true };

/** One working agent with a moving spinner. */
class Bench {
  readonly target = new TestPipeline(120_000);
  readonly unchanged: UnchangedScreens;
  looks = 0;
  words = "";
  wokeAt = 0;

  constructor() {
    const { target } = this;
    const clock = { now: () => target.now, wokeAt: () => this.wokeAt };
    this.unchanged = new UnchangedScreens({ afterMs: 10 * MINUTE, clock });
    target.observe([{ pane_id: "%1", pane_pid: 100 }], [SHELL, CLAUDE]);
    this.hear(BUSY);
    this.show("session_file", { kind: "level", phase: "busy" });
  }

  hear(evidence: Evidence): void {
    const { now } = this.target;
    this.target.ingest({
      source: "hook",
      agent_type: "claude",
      event_type: "claude.Hook",
      event_time: now,
      message: "",
      evidence,
    });
  }

  show(source: "session_file" | "title", evidence: Level): void {
    const { now } = this.target;
    const runtimeId = this.target.pane().runtime_id ?? "";
    const facts = {
      target: "host",
      pane_id: "%1",
      agent_type: "claude",
      source,
      event_type: `claude.${evidence.phase}`,
    };
    this.target.pipeline.look(runtimeId, { ...facts, dedupe_key: "", event_time: now, message: "", evidence });
  }

  /** Advances time; looks at the screen every 15 s if it is due. */
  pass(ms: number): void {
    const { target, unchanged } = this;
    for (const until = target.now + ms; target.now < until; ) {
      target.now += Math.min(15_000, until - target.now);
      target.pipeline.tick();
      for (const item of unchanged.workingIn(this.screens(), [target.pane()])) {
        this.looks += 1;
        const spinner = `✻ Pondering… (${Math.floor(target.now / 1_000)}s · esc to interrupt)`;
        unchanged.see(this.screens(), item, { lines: [this.words, spinner], at: target.now });
      }
    }
  }

  private screens(): ScreenTarget {
    const { runtimes, folds, pipeline } = this.target;
    const look: ScreenTarget["look"] = (runtimeId, facts) => {
      pipeline.look(runtimeId, facts);
      return true;
    };
    return {
      name: "host",
      activeRuntimeOf: (paneId: string) => runtimes.activeRuntimeOf(paneId),
      fold: (runtimeId: string) => folds.of(runtimeId),
      look,
      withdraw: (runtimeId, source) => pipeline.withdraw(runtimeId, source),
    } as ScreenTarget;
  }
}

describe("a model that never answers while the spinner turns", () => {
  it("[EN41] is noticed after 10 min, stays running, and is published once", () => {
    const bench = new Bench();
    bench.pass(10 * MINUTE);
    expect(bench.target.pane().nothing_new_since).toBeNull();
    bench.pass(2 * MINUTE);
    const pane = bench.target.pane();
    expect(pane).toMatchObject({ state: "running", confidence: "high", attention: null, nudge_seq: 0 });
    expect(pane.nothing_new_since).toBeLessThanOrEqual(120_000 + MINUTE + 15_000);
    const logged = () => bench.target.store.eventsOf(pane.runtime_id ?? "", 100).length;
    const [before, version] = [logged(), pane.state_version];
    bench.pass(60 * MINUTE);
    expect(bench.target.pane()).toMatchObject({ state: "running", nothing_new_since: pane.nothing_new_since });
    expect([logged(), bench.target.pane().state_version]).toEqual([before, version]);
  });

  it("[EN41] starts to count anew when it writes something or reports an event", () => {
    const bench = new Bench();
    bench.pass(12 * MINUTE);
    bench.words = "● I have an idea";
    bench.pass(15_000);
    expect(bench.target.pane().nothing_new_since).toBeNull();
    bench.pass(9 * MINUTE);
    expect(bench.target.pane().nothing_new_since).toBeNull();
    bench.pass(2 * MINUTE);
    expect(bench.target.pane().nothing_new_since).not.toBeNull();
    bench.hear({ kind: "edge", phase: "busy", state: "running" });
    expect(bench.target.pane().nothing_new_since).toBeNull();
  });

  it("[EN41] is not looked at if it reported within a minute, rests or asks", () => {
    const bench = new Bench();
    bench.pass(45_000);
    expect(bench.looks).toBe(0);
    bench.hear({ kind: "edge", phase: "ask", state: "waiting_approval" });
    bench.pass(30 * MINUTE);
    expect([bench.looks, bench.target.pane().nothing_new_since]).toEqual([0, null]);
  });

  it("[EN41] does not count time asleep or stopped as silence", () => {
    const bench = new Bench();
    bench.pass(9 * MINUTE);
    bench.wokeAt = bench.target.now;
    bench.pass(9 * MINUTE);
    expect(bench.target.pane().nothing_new_since).toBeNull();
    const rows = (state?: "stopped"): ProcessRow[] => [SHELL, state ? [110, 100, "claude", ["claude"], state] : CLAUDE];
    for (const state of ["stopped", undefined] as const)
      bench.target.observe([{ pane_id: "%1", pane_pid: 100 }], rows(state));
    bench.pass(9 * MINUTE);
    expect(bench.target.pane()).toMatchObject({ state: "running", nothing_new_since: null });
  });
});
