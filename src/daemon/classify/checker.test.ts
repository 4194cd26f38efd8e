import { setImmediate as soon } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import { adapterOf } from "../../core/agents/registry.ts";
import type { Verdict } from "../../core/protocol/daemon/classify.ts";
import type { Evidence } from "../../core/protocol/events/event.ts";
import { NotedFailures } from "../base/test-failures.ts";
import { silentLog } from "../base/test-log.ts";
import { TestPipeline } from "../pipeline/test-pipeline.ts";
import { testObservedPane } from "../targets/tmux/test-topology.ts";
import type { Reply } from "../targets/tmux/tmux-control.ts";
import { Checker, type CheckerDeps } from "./checker.ts";
import type { Opinion } from "./classifier.ts";
import type { ScreenTarget } from "./screen-target.ts";
import { UnchangedScreens } from "./unchanged-screens.ts";

const SHELL: ProcessRow = [100, 1, "bash", ["bash"]];
const CLAUDE: ProcessRow = [110, 100, "claude", ["claude"]];
const PANE = [{ pane_id: "%1", pane_pid: 100 }];
const BUSY: Evidence = { kind: "edge", phase: "busy", state: "running", begin: true };
const ASK: Evidence = { kind: "edge", phase: "ask", state: "waiting_approval" };
const REST: Evidence = { kind: "edge", phase: "rest", state: "completed" };
const MINUTE = 60_000;

const verdict = (state: Verdict["state"], summary = `it is ${state}`): Verdict => ({
  state,
  confidence: "high",
  evidence: state === "unknown" ? [] : ["a line"],
  summary,
});
const byRules = (read: Verdict): Opinion => ({
  classifier: "rules",
  verdict: read,
  cached: false,
  rejected: null,
  isFinal: true,
});
const byModel = (read: Verdict): Opinion => ({ ...byRules(read), classifier: "openai" });

/** One target with one pane, its checker, and its screen. */
class Bench {
  readonly target: TestPipeline;
  readonly checker: Checker;
  readonly failures = new NotedFailures();
  screen = ["a line"];
  opinion: Opinion | (() => Promise<Opinion>) = byRules(verdict("unknown"));
  captures = 0;
  asked = 0;
  isUp = true;

  constructor(store?: TestPipeline["store"], rows: ProcessRow[] = [SHELL, CLAUDE], deps: Partial<CheckerDeps> = {}) {
    const target = new TestPipeline(120_000, store);
    this.target = target;
    target.observe(PANE, rows);
    this.checker = new Checker({
      targets: () => [this.screens()],
      panes: () => [target.pane()],
      pane: () => target.pane(),
      classifier: {
        isOff: false,
        isAsking: () => false,
        classify: async () => {
          this.asked += 1;
          return typeof this.opinion === "function" ? this.opinion() : this.opinion;
        },
      },
      afterMs: 5 * MINUTE,
      quietMs: 15_000,
      unchanged: new UnchangedScreens({ afterMs: 10 * MINUTE, clock: { now: () => target.now } }),
      failures: this.failures,
      clock: { now: () => target.now },
      log: silentLog(),
      ...deps,
    });
  }

  screens(): ScreenTarget {
    const { target } = this;
    const runList = async (commands: string): Promise<Reply[]> => {
      this.captures += 1;
      return commands
        .split("\n")
        .map((command) => ({ ok: true, lines: command.startsWith("capture") ? [...this.screen] : ["80"] }));
    };
    return {
      name: "host",
      control: () => (this.isUp ? { runList } : null),
      pane: (paneId) => testObservedPane({ pane_id: paneId }),
      activeRuntimeOf: (paneId) => target.runtimes.activeRuntimeOf(paneId),
      fold: (runtimeId) => target.folds.of(runtimeId),
      resolution: (runtimeId) => target.resolution(runtimeId),
      adapterOf: (agent) => adapterOf(agent),
      versionOf: () => undefined,
      look(runtimeId, facts) {
        target.pipeline.look(runtimeId, facts);
        return true;
      },
      withdraw: (runtimeId, source) => target.pipeline.withdraw(runtimeId, source),
    };
  }

  hear(evidence: Evidence, event_type = "claude.Hook"): void {
    this.target.pipeline.ingest([
      {
        target: "host",
        pane_id: "%1",
        agent_type: "claude",
        source: "hook",
        event_type,
        dedupe_key: `${event_type}@${this.target.now}`,
        event_time: this.target.now,
        message: "",
        evidence,
      },
    ]);
  }

  /** Advances time and runs the checker. */
  async pass(ms: number): Promise<void> {
    for (const until = this.target.now + ms; this.target.now < until; ) {
      this.target.now += Math.min(15_000, until - this.target.now);
      this.target.pipeline.tick();
      await this.checker.check();
      await soon();
    }
  }

  pane() {
    return this.target.pane();
  }

  get standing(): string[] {
    const { evidence } = this.target.resolution(this.pane().runtime_id ?? "");
    return evidence.filter(({ source }) => source === "rules" || source === "llm").map(({ event_type }) => event_type);
  }
}

describe("an agent that said it works, and went silent", () => {
  it("[DM19] a check that fails unexpectedly is a problem until one succeeds, but not if the target is down", async () => {
    const bench = new Bench();
    bench.hear(BUSY);
    bench.opinion = () => Promise.reject(new Error("unexpected"));
    await bench.pass(6 * MINUTE);
    expect(bench.failures.list).toEqual(["judging a silent agent on host: unexpected"]);
    bench.opinion = byRules(verdict("unknown"));
    await bench.pass(MINUTE);
    expect(bench.failures.list).toEqual([]);
    bench.opinion = () => {
      bench.isUp = false;
      return Promise.reject(new Error("the tmux connection closed"));
    };
    bench.screen = ["another line"];
    await bench.pass(6 * MINUTE);
    expect(bench.failures.list).toEqual([]);
  });

  it("[NK2, NK10, AT1] is stalled within 6 minutes: still running, with low confidence and a reason", async () => {
    const bench = new Bench();
    bench.hear(BUSY);
    const { nudge_seq } = bench.pane();
    await bench.pass(5 * MINUTE - 1_000);
    expect([bench.asked, bench.pane().attention]).toEqual([0, null]);
    await bench.pass(45_000);
    expect(bench.pane()).toMatchObject({
      state: "running",
      confidence: "low",
      source: "hook",
      nudge_seq,
      attention: { kind: "stalled", source: "rules" },
    });
    expect(bench.pane().attention?.message).toMatch(
      /^said working, then gave no signal for 5m \d+s, while its screen showed no question and did not move for \d+s$/,
    );
    expect(bench.pane().because).toContain("gave no signal for 5m");
  });

  it("[NK2, NK10] is one call as long as it hangs", async () => {
    const bench = new Bench();
    bench.hear(BUSY);
    await bench.pass(6 * MINUTE);
    const { attention } = bench.pane();
    expect(attention?.kind).toBe("stalled");
    // past the TTL of its last signal
    await bench.pass(50 * MINUTE);
    expect(bench.pane().attention).toEqual(attention);
    expect([bench.asked, bench.target.store.eventsOf(bench.pane().runtime_id ?? "", 100).length]).toEqual([1, 2]);
  });

  it("[NK8] is no longer stalled as soon as it reports something", async () => {
    const bench = new Bench();
    bench.hear(BUSY);
    await bench.pass(6 * MINUTE);
    bench.hear({ kind: "edge", phase: "busy", state: "running" }, "claude.PreToolUse");
    expect(bench.pane()).toMatchObject({ state: "running", confidence: "high", attention: null });
    await bench.pass(15_000);
    expect(bench.standing).toEqual([]);
    const { asked } = bench;
    await bench.pass(4 * MINUTE);
    expect(bench.asked).toBe(asked);
  });

  it("[NK7, NK8] is no longer stalled when its screen moves, at the next check or at once if its output is read", async () => {
    const bench = new Bench();
    bench.hear(BUSY);
    await bench.pass(6 * MINUTE);
    bench.screen = ["a line", "another"];
    bench.checker.touched(bench.screens(), "%1");
    while (bench.pane().attention !== null) await soon();
    expect(bench.pane()).toMatchObject({ state: "running", confidence: "high" });
    await bench.pass(MINUTE);
    expect(bench.pane().attention?.kind).toBe("stalled");
    bench.screen = ["a third"];
    await bench.pass(15_000);
    expect(bench.pane().attention).toBeNull();
    bench.checker.stop();
  });

  it("[NK7] stays stalled if its output changes nothing on the screen", async () => {
    const bench = new Bench();
    bench.hear(BUSY);
    await bench.pass(6 * MINUTE);
    const { attention } = bench.pane();
    const before = bench.captures;
    bench.checker.touched(bench.screens(), "%1");
    while (bench.captures === before) await soon();
    await soon();
    expect(bench.pane().attention).toEqual(attention);
    bench.checker.stop();
  });

  it("[NK10] calls again if it hangs again after being seen", async () => {
    const bench = new Bench();
    bench.hear(BUSY);
    await bench.pass(6 * MINUTE);
    const first = bench.pane().attention;
    const seen: Evidence = { kind: "seen", through: first?.raised_at ?? 0 };
    bench.hear(seen, "attention.seen");
    expect(bench.pane().attention).toBeNull();
    await bench.pass(MINUTE);
    expect(bench.pane().attention).toBeNull();
    bench.hear({ kind: "edge", phase: "busy", state: "running" }, "claude.PreToolUse");
    await bench.pass(6 * MINUTE);
    expect(bench.pane().attention?.kind).toBe("stalled");
    expect(bench.pane().attention?.attention_id).not.toBe(first?.attention_id);
  });

  it("[NK2, AT1] is the same call after a restart", async () => {
    const bench = new Bench();
    bench.hear(BUSY);
    await bench.pass(6 * MINUTE);
    const { attention } = bench.pane();
    const after = new Bench(bench.target.store);
    after.target.now = bench.target.now + 10_000;
    await after.pass(31_000);
    expect(after.pane().attention).toMatchObject({ kind: "stalled", attention_id: attention?.attention_id });
    const early = new Bench();
    early.hear(BUSY);
    await early.pass(4 * MINUTE);
    const later = new Bench(early.target.store);
    later.target.now = early.target.now + 10_000;
    await later.pass(MINUTE + 45_000);
    expect(later.pane().attention?.kind).toBe("stalled");
  });

  it("[NK2, NK10] with a clock on its screen is one call within 6 minutes, open as long as it hangs", async () => {
    const bench = new Bench();
    const began = bench.target.now;
    const clock = () => new Date(bench.target.now).toTimeString().slice(0, 8);
    Object.defineProperty(bench, "screen", { get: () => ["✻ Thinking… (41s)", `work  ${clock()}  main`] });
    bench.hear(BUSY);
    await bench.pass(5 * MINUTE + 45_000);
    const { attention } = bench.pane();
    expect(attention).toMatchObject({ kind: "stalled", source: "rules" });
    while (bench.target.now < began + 90 * MINUTE) {
      bench.checker.touched(bench.screens(), "%1");
      await bench.pass(15_000);
      expect(bench.pane().attention).toEqual(attention);
    }
    expect(bench.asked).toBe(1);
    bench.checker.stop();
  });

  it("[NK2] is not stalled while its own count of seconds moves, in any form", async () => {
    const alive = [
      (seconds: number) => `✻ Thinking… (${seconds}s · esc to interrupt)`,
      (seconds: number) => `Working ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`,
      (seconds: number) => `${"⠋⠙⠹⠸"[seconds % 4]} Working`,
    ];
    for (const line of alive) {
      const bench = new Bench();
      const began = bench.target.now;
      const count = () => Math.floor((bench.target.now - began) / 1_000);
      Object.defineProperty(bench, "screen", { get: () => [line(count())] });
      bench.hear(BUSY);
      await bench.pass(20 * MINUTE);
      expect([line(0), bench.asked, bench.pane().attention]).toEqual([line(0), 0, null]);
    }
  });

  it("[NK8, NK10] whose screen moves now and then is the same call when it is still again, also after a restart", async () => {
    const bench = new Bench();
    bench.hear(BUSY);
    await bench.pass(6 * MINUTE);
    const id = bench.pane().attention?.attention_id;
    for (const battery of ["81 %", "80 %", "79 %"]) {
      bench.screen = ["a line", battery];
      await bench.pass(15_000);
      expect(bench.pane().attention).toBeNull();
      await bench.pass(MINUTE);
      expect(bench.pane().attention).toMatchObject({ kind: "stalled", attention_id: id });
    }
    bench.isUp = false;
    await bench.pass(20 * MINUTE);
    bench.isUp = true;
    await bench.pass(MINUTE);
    expect(bench.pane().attention?.attention_id).toBe(id);
    const after = new Bench(bench.target.store);
    after.target.now = bench.target.now + 10_000;
    await after.pass(31_000);
    expect(after.pane().attention?.attention_id).toBe(id);
  });

  it("[NK10] whose screen moved for 5 min was alive, and calls again when it hangs again", async () => {
    const bench = new Bench();
    bench.hear(BUSY);
    await bench.pass(6 * MINUTE);
    const id = bench.pane().attention?.attention_id;
    for (let times = 0; times < 25; times += 1) {
      bench.screen = [`line ${times}`];
      await bench.pass(15_000);
    }
    await bench.pass(MINUTE);
    expect(bench.pane().attention?.kind).toBe("stalled");
    expect(bench.pane().attention?.attention_id).not.toBe(id);
  });

  it("[NK10] that turns out to be waiting is another call", async () => {
    const bench = new Bench();
    bench.hear(BUSY);
    await bench.pass(6 * MINUTE);
    const id = bench.pane().attention?.attention_id;
    bench.screen = ["which file?"];
    bench.opinion = byRules(verdict("waiting_input"));
    await bench.pass(MINUTE);
    expect(bench.pane().attention).toMatchObject({ kind: "input" });
    expect(bench.pane().attention?.attention_id).not.toBe(id);
  });

  it("[NK2, NK8] is waiting if its screen says so", async () => {
    const bench = new Bench();
    bench.opinion = byModel(verdict("waiting_input", "It asks which file."));
    bench.hear(BUSY);
    const { nudge_seq } = bench.pane();
    await bench.pass(6 * MINUTE);
    expect(bench.pane()).toMatchObject({
      state: "waiting_input",
      confidence: "low",
      source: "llm",
      nudge_seq,
      attention: { kind: "input", source: "llm", message: 'It asks which file. "a line"' },
    });
  });

  it("[NK2] is at rest if its screen says so", async () => {
    const bench = new Bench();
    bench.opinion = byRules(verdict("idle"));
    bench.hear(BUSY);
    await bench.pass(6 * MINUTE);
    expect(bench.pane()).toMatchObject({ state: "idle", source: "rules", attention: null });
  });
});

describe("who is looked at", () => {
  it("[NK2] an agent that never reported anything", async () => {
    const bench = new Bench();
    await bench.pass(6 * MINUTE);
    expect(bench.pane()).toMatchObject({ state: "unknown", reason_code: "no_signal", attention: null });
    expect(bench.asked).toBe(1);
    const other = new Bench();
    other.opinion = byRules(verdict("running"));
    await other.pass(6 * MINUTE);
    expect(other.pane()).toMatchObject({ state: "running", source: "rules", confidence: "low", attention: null });
  });

  it("[NK2, EN39] not an agent that asks, however long ago", async () => {
    const bench = new Bench();
    bench.opinion = byRules(verdict("idle"));
    bench.hear(ASK);
    await bench.pass(60 * MINUTE);
    expect(bench.captures).toBe(0);
    expect(bench.pane()).toMatchObject({ state: "waiting_approval", source: "hook", attention: { source: "hook" } });
  });

  it("[NK2] not an agent that reported rest, whatever its screen shows", async () => {
    const bench = new Bench();
    bench.opinion = byRules(verdict("waiting_input"));
    bench.hear(BUSY);
    bench.hear(REST, "claude.Stop");
    await bench.pass(30 * MINUTE);
    expect([bench.captures, bench.asked, bench.pane().state]).toEqual([0, 0, "completed"]);
  });

  it("[NK4] not a plain shell that never reported anything, even in a registered pane", async () => {
    const bench = new Bench(undefined, [SHELL]);
    bench.target.pipeline.ensureRuntime("%1", "session");
    bench.opinion = byRules(verdict("waiting_input"));
    expect(bench.pane().agent).toBe("generic");
    await bench.pass(30 * MINUTE);
    expect([bench.captures, bench.pane().attention]).toEqual([0, null]);
  });

  it("[NK2] a program without an adapter, once it has reported something", async () => {
    const bench = new Bench(undefined, [SHELL]);
    bench.target.say("working", "on it", bench.target.now);
    await bench.pass(6 * MINUTE);
    expect(bench.pane()).toMatchObject({ agent: "generic", state: "running", attention: { kind: "stalled" } });
  });

  it("[NK2] not an agent whose screen moves, however long it is silent", async () => {
    const bench = new Bench();
    bench.hear(BUSY);
    for (let times = 0; times < 40; times += 1) {
      bench.screen = [`spinner ${times}`];
      await bench.pass(15_000);
    }
    expect([bench.asked, bench.pane().attention]).toEqual([0, null]);
  });

  it("[NK2] checks no agent on a target that does not answer", async () => {
    const bench = new Bench();
    bench.hear(BUSY);
    await bench.pass(6 * MINUTE);
    bench.isUp = false;
    const { captures } = bench;
    await bench.pass(MINUTE);
    expect([bench.captures, bench.standing]).toEqual([captures, []]);
  });

  it("[NK5] checks no agent if the classifier is off", async () => {
    const classifier = { isOff: true, isAsking: () => false, classify: () => Promise.reject(new Error("asked")) };
    const bench = new Bench(undefined, undefined, { classifier });
    bench.hear(BUSY);
    await bench.pass(10 * MINUTE);
    expect([bench.captures, bench.pane().attention]).toEqual([0, null]);
  });
});

describe("a model that takes its time", () => {
  it("[NK7] is ignored if the screen has moved meanwhile", async () => {
    const bench = new Bench();
    bench.opinion = async () => {
      bench.screen = ["something else"];
      return byModel(verdict("waiting_input"));
    };
    bench.hear(BUSY);
    await bench.pass(5 * MINUTE + 30_000);
    expect([bench.asked, bench.pane().attention, bench.standing]).toEqual([1, null, []]);
  });

  it("[NK7, NK8] is ignored if the agent has reported something meanwhile", async () => {
    const bench = new Bench();
    bench.opinion = async () => {
      bench.hear({ kind: "edge", phase: "busy", state: "running" }, "claude.PreToolUse");
      return byModel(verdict("waiting_input"));
    };
    bench.hear(BUSY);
    await bench.pass(5 * MINUTE + 30_000);
    expect([bench.asked, bench.pane().attention, bench.standing]).toEqual([1, null, []]);
  });

  it("[NK7] that fails leaves the decision to rules, says so, and is used again once it answers", async () => {
    const bench = new Bench();
    bench.opinion = { ...byRules(verdict("unknown")), rejected: "openai answered 503", isFinal: false };
    bench.hear(BUSY);
    await bench.pass(6 * MINUTE);
    const { attention } = bench.pane();
    expect(attention).toMatchObject({ kind: "stalled", source: "rules" });
    expect(attention?.message).toMatch(/\(by rules; openai answered 503\)$/);
    await bench.pass(MINUTE);
    expect(bench.pane().attention).toEqual(attention);
    bench.opinion = byModel(verdict("waiting_approval"));
    await bench.pass(15_000);
    expect(bench.pane()).toMatchObject({ state: "waiting_approval", source: "llm" });
    expect(bench.standing).toEqual(["classified.waiting_approval"]);
  });
});
