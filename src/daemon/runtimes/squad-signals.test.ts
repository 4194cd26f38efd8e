import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../core/adapter/process-tree.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { SquadSignal, SquadType } from "../../core/protocol/squad/squad.ts";
import { SQUAD_EXAMPLES } from "../../core/signals/squad/examples.ts";
import { squadFacts } from "../../core/signals/squad/squad-facts.ts";
import { AMBIGUOUS } from "../pipeline/seal.ts";
import { TestPipeline } from "../pipeline/test-pipeline.ts";
import { aSignal } from "../store/test-rows.ts";

// started at 100 s, 110 s, 200 s and 210 s
const PROCESSES: ProcessRow[] = [
  [100, 1, "bash", ["bash"]],
  [110, 100, "claude", ["claude"]],
  [200, 1, "bash", ["bash"]],
  [210, 200, "claude", ["claude"]],
];
const PANES = [
  { pane_id: "%1", pane_pid: 100 },
  { pane_id: "%2", pane_pid: 200, session_name: "side" },
];
const NOW = 300_000;

function running(store?: TestPipeline["store"]): TestPipeline {
  const target = new TestPipeline(NOW, store);
  target.observe(PANES, PROCESSES);
  return target;
}

let count = 0;

function signalOf(type: SquadType, change: Partial<SquadSignal> = {}): SquadSignal {
  count += 1;
  return {
    type,
    signal_id: `id-${count}`,
    session_id: null,
    tmux_session: null,
    timestamp: "2026-03-04T05:06:07Z",
    data: SQUAD_EXAMPLES[type],
    ...change,
  };
}

function send(target: TestPipeline, signal: SquadSignal, change: Partial<SignalFacts> = {}): void {
  const brought = { target: "host", pane_id: "%1", event_time: target.now };
  target.pipeline.ingest([{ ...squadFacts(signal, brought, target.now + 30_000), ...change }]);
}

/** A hook by which an agent reports its session. */
function hook(target: TestPipeline, session_id: string, pane_id = "%1"): void {
  target.pipeline.ingest([
    {
      target: "host",
      pane_id,
      agent_type: "claude",
      source: "hook",
      event_type: "claude.PostToolUse",
      dedupe_key: `hook-${count++}`,
      event_time: target.now,
      hints: { agent_session: session_id },
      message: "",
      evidence: { kind: "edge", phase: "busy" },
      metadata: { session_id },
    },
  ]);
}

const told = (target: TestPipeline) =>
  target.store.signalsSince(0, 100)?.map(({ n, session_id, session_name }) => [n, session_id, session_name]);

describe("SquadSignals", () => {
  it("[SQ7] a signal is stored with its event and the session it belongs to", () => {
    const target = running();
    const signal = signalOf("working", { session_id: "s-1", tmux_session: "old name" });
    send(target, signal);
    send(target, signal);
    const { runtime_id } = target.pane();
    expect(target.store.signalsSince(0, 9)).toEqual([
      {
        n: 1,
        event_id: expect.any(String),
        target: "host",
        session_name: "main",
        session_id: "s-1",
        runtime_id,
        ref: "pane:host/main/@1/%1",
        at: NOW,
        until: null,
        signal,
      },
    ]);
    expect(target.pane()).toMatchObject({
      state: "running",
      message: "Add caching layer",
      signal: {
        type: "working",
        at: NOW,
        session_id: "s-1",
        task_id: "squad-abc",
        task_title: "Add caching layer",
        provisional: false,
      },
    });
  });

  it("[SQ10] a signal belongs to the session it carries, whichever pane it was sent from", () => {
    const target = running();
    send(target, signalOf("starting", { session_id: "s-2" }), { pane_id: "%2" });
    send(target, signalOf("needs_input", { session_id: "s-2" }));
    expect(target.pane("%2").state).toBe("waiting_input");
    expect(target.pane("%1").signal).toBeNull();
    expect(target.store.signalTimeline("host", "side", 9)).toHaveLength(2);
  });

  it("[SQ10] a signal without a session belongs to the last starting in its pane", () => {
    const target = running();
    send(target, signalOf("starting", { session_id: "s-1" }));
    send(target, signalOf("working"));
    expect(told(target)).toEqual([
      [1, "s-1", "main"],
      [2, "s-1", "main"],
    ]);
    expect(target.pane().signal?.session_id).toBe("s-1");
  });

  it("[SQ10] a later hook adds the missing session: the signal is sent again under it, and its file is written", () => {
    const target = running();
    const signal = signalOf("working");
    send(target, signal);
    expect(target.files).toEqual([]);
    hook(target, "claude-7");
    expect(told(target)).toEqual([[2, "claude-7", "main"]]);
    expect(target.pane().signal?.session_id).toBe("claude-7");
    expect(target.files).toEqual([{ ...signal, session_id: "claude-7" }]);
    send(target, signalOf("review"));
    expect(target.files.map(({ type, session_id }) => [type, session_id])).toEqual([
      ["working", "claude-7"],
      ["review", "claude-7"],
    ]);
  });

  it("[SQ10] another conversation of the same process names later signals only", () => {
    const target = running();
    send(target, signalOf("starting", { session_id: "claude-7" }));
    hook(target, "claude-7");
    hook(target, "claude-8");
    send(target, signalOf("working"));
    expect(told(target)?.map(([, session]) => session)).toEqual(["claude-7", "claude-8"]);
  });

  it("[SQ9, SQ10] a session id that could leave the directory is not used", () => {
    const target = running();
    send(target, signalOf("working"));
    hook(target, "../../etc/cron.d/x");
    expect(told(target)).toEqual([[1, null, "main"]]);
    expect(target.files).toEqual([]);
  });

  it("[SQ11] a signal that several could have sent is stored and sets no state", () => {
    const target = running();
    const evidence = { kind: "note", reason: AMBIGUOUS } as const;
    send(target, signalOf("needs_input", { tmux_session: "main" }), { pane_id: null, evidence });
    expect(target.store.signalsSince(0, 9)).toMatchObject([{ session_name: "main", runtime_id: null, ref: null }]);
    expect(target.store.countEvents()).toMatchObject({ dropped_unbound: 1, pending_bind: 0 });
    expect(target.pane()).toMatchObject({ state: "unknown", signal: null });
  });

  it("[SQ7, BI9] a signal without an owner is stored once its waiting time is over", () => {
    const target = running();
    send(target, signalOf("working", { session_id: "who", tmux_session: "gone" }), { pane_id: "%9" });
    expect(told(target)).toEqual([]);
    target.now += 30_000;
    target.pipeline.tick();
    expect(told(target)).toEqual([[1, "who", "gone"]]);
  });

  it("[SQ7] a signal that another target has claimed is not stored again without an owner", () => {
    const target = running();
    const signal = signalOf("working", { tmux_session: "gone" });
    target.store.addSignal({ ...aSignal(signal.signal_id), target: "work" });
    send(target, signal, { pane_id: "%9" });
    target.now += 30_000;
    target.pipeline.tick();
    expect(target.store.lastSignal()).toBe(1);
  });

  it("[SQ15] a provisional signal holds until the agent's own or its expiry; then the one before it holds", () => {
    const target = running();
    send(target, signalOf("working"));
    target.now += 1_000;
    send(target, signalOf("completing", { provisional: true }));
    expect(target.pane()).toMatchObject({
      activity: { kind: "completing", progress: 25 },
      signal: { type: "completing", provisional: true },
    });
    target.now += 30_000;
    target.pipeline.tick();
    expect(target.pane()).toMatchObject({ state: "running", signal: { type: "working", provisional: false } });
  });

  it("[SQ15, SQ25] the file of a provisional signal names its tmux server", () => {
    const target = running();
    target.signals.publish(signalOf("completing", { provisional: true, tmux_session: "main" }));
    expect(target.files).toMatchObject([{ type: "completing", tmux_server_pid: 50 }]);
  });

  it("[SQ19] a signal out of order is accepted, and says so everywhere", () => {
    const target = running();
    for (const type of ["working", "complete", "working"] as const) {
      target.now += 1_000;
      send(target, signalOf(type));
    }
    const flags = () => target.store.signalsSince(0, 9)?.map(({ signal }) => signal.out_of_order);
    expect(flags()).toEqual([undefined, "complete came after working", undefined]);
    expect(target.pane().signal?.type).toBe("working");
    send(target, signalOf("review"), { event_time: target.now - 500 });
    expect(flags()?.at(-1)).toBe("it was sent before working, and came after it");
    expect(target.pane().signal?.type).toBe("working");
  });

  it("[SQ19, EN32] progress shows although a hook reports the tool call that sent it", () => {
    const target = running();
    hook(target, "claude-7");
    send(target, signalOf("completing"));
    target.now += 100;
    hook(target, "claude-7");
    expect(target.pane()).toMatchObject({ state: "running", activity: { kind: "completing", progress: 25 } });
    target.now += 2_000;
    send(target, signalOf("complete"));
    target.now += 1_500;
    target.pipeline.tick();
    expect(target.pane()).toMatchObject({ state: "completed", attention: { kind: "done" }, activity: null });
  });

  it("[SQ14] a removed signal no longer shows; the timeline stays", () => {
    const target = running();
    send(target, signalOf("working"));
    expect(target.signals.clear("main").map(({ n }) => n)).toEqual([1]);
    expect(target.pane().signal).toBeNull();
    expect(target.signals.clear("main")).toEqual([]);
    expect(target.store.signalTimeline("host", "main", 9)).toHaveLength(1);
  });

  it("[SQ7] a transaction that fails leaves no signal, and the next one tells it", () => {
    const target = running();
    const { store } = target;
    const saveFold = store.saveFold;
    store.saveFold = () => {
      throw new Error("the disk is full");
    };
    const signal = signalOf("working");
    expect(() => send(target, signal)).toThrow("the disk is full");
    store.saveFold = saveFold;
    expect([told(target), target.pane().signal]).toEqual([[], null]);
    send(target, signal);
    expect(told(target)).toEqual([[1, null, "main"]]);
  });

  it("[SQ7, SQ13] a restarted daemon goes on with the same numbers, signals and sessions", () => {
    const before = running();
    send(before, signalOf("starting", { session_id: "s-1" }));
    const after = running(before.store);
    expect(after.pane().signal).toEqual(before.pane().signal);
    send(after, signalOf("working"));
    expect(told(after)?.at(-1)).toEqual([2, "s-1", "main"]);
  });
});

describe("whose a signal is that names no pane", () => {
  const whose = (target: TestPipeline, change: Partial<SquadSignal>, at = target.now) =>
    target.signals.whose(signalOf("working", change), at);

  it("[SQ9, SQ10] belongs to the runtime with its session, or to the one agent in its tmux session", () => {
    const target = running();
    hook(target, "claude-7");
    expect(whose(target, { session_id: "claude-7" })).toEqual({ by: "session" });
    expect(whose(target, { tmux_session: "side" })).toEqual({ by: "tmux_session", pane_id: "%2" });
    expect(whose(target, { session_id: "unknown", tmux_session: "side" })).toMatchObject({ pane_id: "%2" });
    expect(whose(target, { session_id: "unknown" })).toBeNull();
    expect(whose(target, { tmux_session: "gone" })).toBeNull();
  });

  it("[SQ9] never belongs to a runtime with another session, or one that began later", () => {
    const target = running();
    hook(target, "claude-7");
    expect(whose(target, { session_id: "claude-6", tmux_session: "main" })).toBeNull();
    expect(whose(target, { session_id: "claude-7" }, 109_000)).toBeNull();
    expect(whose(target, { tmux_session: "side" }, 209_000)).toBeNull();
  });

  it("[SQ11] a signal from a tmux session with several agents belongs to none of them", () => {
    const target = new TestPipeline(NOW);
    target.observe(
      PANES.map((pane) => ({ ...pane, session_name: "main" })),
      PROCESSES,
    );
    expect(whose(target, { tmux_session: "main" })).toEqual({ by: "nobody" });
  });

  it("[SQ25] never belongs to a session of that name on another tmux server", () => {
    const target = running();
    expect(whose(target, { tmux_session: "side", tmux_server_pid: 50 })).toMatchObject({ pane_id: "%2" });
    expect(whose(target, { tmux_session: "side", tmux_server_pid: 51 })).toBeNull();
    hook(target, "claude-7");
    expect(whose(target, { session_id: "claude-7", tmux_server_pid: 51 })).toEqual({ by: "session" });
  });

  it("[SQ9] belongs to a program without an adapter if it is the only one", () => {
    const target = new TestPipeline(NOW);
    const shells = PROCESSES.filter(([, , name]) => name === "bash");
    target.observe(PANES, shells);
    expect(whose(target, { tmux_session: "main" })).toEqual({ by: "tmux_session", pane_id: "%1" });
    target.observe(
      PANES.map((pane) => ({ ...pane, session_name: "main" })),
      shells,
    );
    expect(whose(target, { tmux_session: "main" })).toEqual({ by: "nobody" });
  });
});
