import { describe, expect, it } from "vitest";
import { ENGINE_DEFAULTS } from "./engine-config.ts";
import { resolve } from "./resolve.ts";
import { ask, begin, busy, edgeOf, ended, event, foldAll, look, say, seen, stop, typed } from "./test-events.ts";

const S = 1000;
const MIN = 60 * S;

function stateAt(now: number, ...events: ReturnType<typeof event>[]) {
  const { state, reason_code } = resolve(foldAll(events), now);
  return reason_code === null ? state : `${state}/${reason_code}`;
}

describe("edges", () => {
  it("[EN8] the newest edge decides the phase", () => {
    expect(stateAt(3 * S, begin(1 * S), stop(2 * S))).toBe("completed");
    expect(stateAt(4 * S, begin(1 * S), stop(2 * S), busy(3 * S))).toBe("running");
  });

  it("[EN8] precedence decides only among edges of two sources closer than the clock error", () => {
    const rest = edgeOf("notify", 2000, { phase: "rest", state: "completed" });
    expect(
      stateAt(3 * S, busy(1995, { dedupe_key: "a" }), edgeOf("wrapper", 2000, { phase: "rest", state: "completed" })),
    ).toBe("running");
    expect(stateAt(3 * S, edgeOf("plugin", 1980, { phase: "busy", state: "running" }), rest)).toBe("completed");
  });

  it("[EN2] at equal times a turn begin comes first, then the quieter state, whatever arrived first", () => {
    const events = [begin(1 * S), edgeOf("plugin", 1 * S, { phase: "rest", state: "error" })];
    expect(stateAt(2 * S, ...events)).toBe("error");
    expect(stateAt(2 * S, ...events.reverse())).toBe("error");
  });

  it("[EN2] a numbered source is ordered by its numbers, not by time", () => {
    const late = edgeOf("plugin", 1 * S, { phase: "rest", state: "completed", source_seq: 2 });
    const early = edgeOf("plugin", 2 * S, { phase: "rest", state: "error", source_seq: 1 });
    expect(stateAt(3 * S, late, early)).toBe("completed");
    const reborn = edgeOf("plugin", 1500, { phase: "rest", state: "error", source_seq: 0, source_incarnation: 1 });
    expect(stateAt(3 * S, late, early, reborn)).toBe("error");
  });

  it("[EN8] an ask stays open while another tool works, until its own tool goes on", () => {
    const turn = [begin(1 * S), busy(2 * S, { subject: "t1" }), ask(3 * S, { subject: "t1" })];
    expect(stateAt(5 * S, ...turn, busy(4 * S, { subject: "t2" }))).toBe("waiting_approval");
    expect(stateAt(5 * S, ...turn, busy(4 * S, { subject: "t1" }))).toBe("running");
    expect(stateAt(5 * S, ...turn, busy(4 * S))).toBe("running");
    expect(stateAt(5 * S, ...turn, begin(4 * S))).toBe("running");
    expect(stateAt(5 * S, ...turn, stop(4 * S))).toBe("completed");
  });

  it("[EN7] an edge of an earlier turn decides nothing", () => {
    const events = [begin(1 * S, { turn: "a" }), begin(2 * S, { turn: "b" }), stop(3 * S, { turn: "a" })];
    expect(stateAt(4 * S, ...events)).toBe("running");
    expect(stateAt(4 * S, ...events, stop(3500, { turn: "b" }))).toBe("completed");
  });

  it("[EN7] an edge of an earlier conversation decides nothing", () => {
    const of = (agent_session: string, turn?: string) => ({
      hints: { agent_session },
      ...(turn !== undefined && { turn }),
    });
    const idle = { phase: "rest", state: "idle" } as const;
    const asked = [begin(1 * S, of("first", "a")), begin(2 * S, of("second", "b")), ask(3 * S, of("second", "b"))];
    const endOf = (session: string) => edgeOf("hook", 60 * S, { ...idle, ...of(session) });
    expect(stateAt(61 * S, ...asked, endOf("first"))).toBe("waiting_approval");
    expect(stateAt(61 * S, ...asked, endOf("second"))).toBe("idle");
    expect(stateAt(61 * S, ...asked, endOf("never begun"))).toBe("idle");
  });

  it("[EN7] notify is ignored once a hook was heard", () => {
    const notify = edgeOf("notify", 3 * S, { phase: "rest", state: "completed" });
    expect(stateAt(4 * S, notify)).toBe("completed");
    expect(stateAt(4 * S, notify, begin(1 * S))).toBe("running");
  });

  it("[EN5] a child run neither begins nor ends its parent's turn, but its open ask blocks the pane", () => {
    const run = { id: "child", parent: "root" };
    const turn = [begin(1 * S), begin(2 * S, { run }), stop(3 * S, { run })];
    expect(stateAt(4 * S, ...turn)).toBe("running");
    expect(resolve(foldAll(turn), 4 * S).since).toBe(1 * S);
    const asking = resolve(foldAll([...turn, ask(4 * S, { run, subject: "t" })]), 5 * S);
    expect([asking.state, asking.attention?.kind]).toEqual(["waiting_approval", "approval"]);
    expect(stateAt(6 * S, ...turn, ask(4 * S, { run, subject: "t" }), busy(5 * S, { run, subject: "t" }))).toBe(
      "running",
    );
  });

  it("[EN19] a source that mixes numbered and unnumbered events is refused as a whole, in any order", () => {
    const events = [
      edgeOf("plugin", 1 * S, { phase: "busy", state: "running", source_seq: 1 }),
      edgeOf("plugin", 2 * S, { phase: "rest", state: "completed" }),
    ];
    for (const order of [events, events.toReversed()]) {
      const resolution = resolve(foldAll(order), 3 * S);
      expect(resolution.state).toBe("unknown");
      expect(resolution.evidence.map((piece) => piece.verdict)).toEqual(["void", "void"]);
      expect(resolution.nudge_seq).toBe(0);
    }
  });

  it("[EN16] an edge with its own TTL counts no longer than that", () => {
    const short = busy(1 * S, { ttl_ms: 5 * S });
    expect(stateAt(5 * S, short)).toBe("running");
    expect(stateAt(7 * S, short)).toBe("unknown/stale_signal");
    expect(stateAt(7 * S, short, look("title", 6 * S, "busy"))).toBe("running");
  });

  it("[EN16, ST4] running that no level confirms is stale after 30 minutes; asks and rest never are", () => {
    expect(stateAt(29 * MIN, begin(0))).toBe("running");
    expect(stateAt(31 * MIN, begin(0))).toBe("unknown/stale_signal");
    expect(stateAt(31 * MIN, begin(0), look("osc", 31 * MIN - 5 * S, "busy"))).toBe("running");
    expect(stateAt(31 * MIN, say(0, "running"))).toBe("unknown/stale_signal");
    expect(stateAt(600 * MIN, ask(0))).toBe("waiting_approval");
    expect(stateAt(600 * MIN, say(0, "waiting_input", { source: "status_file", medium: "repainted" }))).toBe(
      "waiting_input",
    );
    expect(stateAt(600 * MIN, begin(0), say(5 * S, "waiting_input"))).toBe("waiting_input");
    expect(stateAt(600 * MIN, stop(0, { state: "error" }))).toBe("error");
    expect(stateAt(600 * MIN, stop(0))).toBe("idle");
  });

  it("[EN39] an ask that no level has shown for 10 minutes has low confidence, until a level shows it", () => {
    const confidenceAt = (now: number, ...more: ReturnType<typeof event>[]) =>
      resolve(foldAll([ask(0), ...more]), now).confidence;
    expect([confidenceAt(10 * MIN - 1), confidenceAt(10 * MIN)]).toEqual(["high", "low"]);
    expect(resolve(foldAll([ask(0)]), 1 * MIN).revisit_at).toBe(10 * MIN);
    const dialog = look("screen", 10 * MIN, "ask", { state: "waiting_approval" });
    expect([
      confidenceAt(10 * MIN, dialog),
      confidenceAt(20 * MIN - 1, dialog),
      confidenceAt(20 * MIN, dialog),
    ]).toEqual(["high", "high", "low"]);
  });

  it("[EN39, EN9] a screen that shows rest or work ends for good an ask whose denial was not reported", () => {
    for (const phase of ["rest", "busy"] as const) {
      const seen = look("screen", 10 * MIN, phase);
      const { state, attention } = resolve(foldAll([begin(0), ask(1 * S), seen]), 10 * MIN + S);
      expect([state, attention]).toEqual([phase === "rest" ? "idle" : "running", null]);
      expect(resolve(foldAll([begin(0), ask(1 * S), seen]), 60 * MIN).attention).toBeNull();
    }
  });

  it("[EN16] completed becomes idle 120 s after its own time, however late it arrived, but not before it was seen", () => {
    const sight = seen(2 * S, 1 * S);
    expect(stateAt(120 * S, stop(1 * S), sight)).toBe("completed");
    expect(stateAt(121 * S, stop(1 * S), sight)).toBe("idle");
    expect(stateAt(200 * S, stop(1 * S, { ingested_at: 190 * S }), sight)).toBe("idle");
    expect(stateAt(10 * MIN, stop(1 * S))).toBe("completed");
    expect(resolve(foldAll([stop(1 * S), seen(9 * MIN, 1 * S)]), 10 * MIN)).toMatchObject({
      state: "idle",
      since: 9 * MIN,
      attention: null,
    });
  });
});

describe("levels", () => {
  it("[EN9] a level seen after the settle time in another phase wins; sooner it does not", () => {
    expect(stateAt(3 * S, begin(1 * S), look("session_file", 1400, "rest"))).toBe("running");
    expect(stateAt(3 * S, begin(1 * S), look("session_file", 1600, "rest"))).toBe("idle");
    expect(stateAt(3 * S, begin(1 * S), stop(1200), look("session_file", 1800, "busy"))).toBe("running");
  });

  it("[EN29] settle times: session file and OSC 500 ms, title 700 ms, the rest 1 s", () => {
    const wins = (source: "session_file" | "osc" | "title" | "screen", after: number) =>
      stateAt(3 * S, begin(1 * S), look(source, 1 * S, "busy"), look(source, 1 * S + after, "rest")) === "idle";
    expect([wins("session_file", 500), wins("session_file", 501), wins("osc", 500), wins("osc", 501)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect([wins("title", 700), wins("title", 701), wins("screen", 1000), wins("screen", 1001)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it("[EN9] an overruled edge never comes back: when the level goes stale, the state is unknown", () => {
    const events = [begin(1 * S), look("title", 3 * S, "rest")];
    expect(stateAt(10 * S, ...events)).toBe("idle");
    expect(stateAt(19 * S, ...events)).toBe("unknown/stale_signal");
    expect(stateAt(19 * S, ...events, look("title", 3500, "busy"))).toBe("unknown/stale_signal");
  });

  it("[EN9] of two levels that disagree the better one counts", () => {
    expect(
      stateAt(
        4 * S,
        begin(1 * S),
        look("screen", 3 * S, "rest"),
        look("session_file", 3 * S, "ask", { state: "waiting_input" }),
      ),
    ).toBe("waiting_input");
  });

  it("[EN15] a blind level counts only after an edge, a declaration or its own busy", () => {
    const ready = look("title", 2 * S, "rest", { blind: true });
    expect(stateAt(3 * S, ready)).toBe("unknown/no_signal");
    expect(stateAt(3 * S, ready, stop(1 * S, { state: "idle", begin: true }))).toBe("idle");
    expect(stateAt(3 * S, ready, look("title", 1 * S, "busy", { blind: true }))).toBe("idle");
  });

  it("[EN16] a level lasts 15 s", () => {
    expect(stateAt(15_999, look("osc", 1 * S, "busy"))).toBe("running");
    expect(stateAt(16 * S, look("osc", 1 * S, "busy"))).toBe("unknown/stale_signal");
  });

  it("[ST11] what only the poller saw is of low confidence, what an agent wrote itself is not", () => {
    expect(resolve(foldAll([look("poller", 1 * S, "busy")]), 2 * S).confidence).toBe("low");
    expect(resolve(foldAll([look("session_file", 1 * S, "busy")]), 2 * S).confidence).toBe("high");
    expect(resolve(foldAll([begin(1 * S)]), 2 * S).confidence).toBe("high");
  });

  it("[EN9] a lesser level does not overrule an event with which a better level agrees", () => {
    const asked = [begin(0), ask(1_000), look("osc", 1_010, "ask", { state: "waiting_approval" })];
    const lagging = look("title", 2_000, "busy");
    const resolution = resolve(foldAll([...asked, lagging]), 2_100);
    expect(resolution).toMatchObject({ state: "waiting_approval", source: "hook" });
    expect(resolution.attention?.raised_at).toBe(1_000);
    // no level confirms it any more: then the event is contradicted
    expect(resolve(foldAll([...asked, lagging]), 1_010 + 15_000).source).toBe("title");
  });

  it("[EN15] a blind level yields to a seeing one that has shown a dialog since", () => {
    const working = [begin(0), look("title", 5_000, "busy", { blind: true, changed_at: 100 })];
    const dialog = look("screen", 5_000, "ask", { state: "waiting_approval", changed_at: 3_000 });
    expect(stateAt(5_100, ...working, dialog)).toBe("waiting_approval");
    // and was quicker to see that it is gone
    const answered = look("title", 5_000, "busy", { blind: true, changed_at: 4_000 });
    expect(stateAt(5_100, begin(0), answered, dialog)).toBe("running");
  });

  it("[EN11] a declaration at the start of the work is not voided by a level that shows the work late", () => {
    const approved = look("session_file", 2_000, "ask", { changed_at: 500 });
    const works = look("session_file", 9_000, "busy", { changed_at: 2_100 });
    const said = say(2_050, "waiting_input", { source: "status_file", medium: "repainted" });
    expect(stateAt(3_200, approved, said, works)).toBe("waiting_input");
    const later = look("session_file", 9_000, "busy", { changed_at: 2_600 });
    expect(stateAt(3_200, approved, said, later)).toBe("running");
  });

  it("[EN15] a level that misses dialogs counts from the start, and yields to a seeing one that saw a dialog come up since", () => {
    const idle = look("osc", 9_000, "rest", { misses_dialogs: true, changed_at: 1_000 });
    expect(stateAt(9_100, idle)).toBe("idle");
    const asks = look("screen", 9_000, "ask", { state: "waiting_approval", changed_at: 4_000 });
    expect(stateAt(9_100, idle, asks)).toBe("waiting_approval");
    expect(stateAt(9_100, look("osc", 9_000, "rest", { changed_at: 1_000 }), asks)).toBe("idle");
  });

  it("[EN15] a blind level says nothing against a compaction until it turns", () => {
    const compacting = busy(3_000, { activity: { kind: "compacting" }, ttl_ms: 15_000 });
    const ready = look("title", 9_000, "rest", { blind: true, changed_at: 2_000 });
    expect(stateAt(9_100, begin(0), stop(2_000), compacting, ready)).toBe("running");
    expect(
      stateAt(
        18_100,
        begin(0),
        stop(2_000),
        compacting,
        look("title", 18_000, "rest", { blind: true, changed_at: 2_000 }),
      ),
    ).toBe("completed");
    const turned = look("title", 9_000, "rest", { blind: true, changed_at: 5_000 });
    expect(stateAt(9_100, begin(0), stop(2_000), compacting, turned)).toBe("completed");
  });

  it("[EN17] one end that two sources tell is one call, made by the first of them", () => {
    const both = [begin(0), edgeOf("transcript", 2_000, { phase: "rest", state: "error" })];
    const first = resolve(foldAll(both), 3_000);
    const then = resolve(
      foldAll([...both, edgeOf("hook", 2_050, { phase: "rest", state: "error", message: "why" })]),
      3_000,
    );
    expect(then.attention).toEqual({ ...first.attention, message: "why" });
    expect(then.nudge_seq).toBe(first.nudge_seq);
  });
});

describe("rest", () => {
  it("[EN10] the detail is the turn's declaration, else a strong end, else a weak one, else idle", () => {
    expect(stateAt(4 * S, begin(1 * S), say(2 * S, "waiting_input"), stop(3 * S))).toBe("waiting_input");
    expect(stateAt(4 * S, begin(1 * S), stop(2 * S, { state: "error" }), stop(3 * S, { weak: true }))).toBe("error");
    expect(stateAt(4 * S, begin(1 * S), stop(3 * S, { weak: true }))).toBe("completed");
    expect(stateAt(4 * S, look("session_file", 3 * S, "rest"))).toBe("idle");
  });

  it("[EN10] a weak end after retrying is idle", () => {
    const retry = busy(2 * S, { activity: { kind: "retrying" } });
    expect(stateAt(4 * S, begin(1 * S), retry, stop(3 * S, { weak: true }))).toBe("idle");
  });

  it("[ST4] a weak end that names no outcome is unknown, and says so", () => {
    expect(stateAt(4 * S, begin(1 * S), edgeOf("hook", 3 * S, { phase: "rest", weak: true }))).toBe(
      "unknown/outcome_unknown",
    );
  });

  it("[EN10] a turn that failed after its declaration is an error", () => {
    expect(stateAt(4 * S, begin(1 * S), say(2 * S, "completed"), stop(3 * S, { state: "error" }))).toBe("error");
  });

  it("[EN10] a Stop hook does not erase the needs_input the agent declared before", () => {
    const resolution = resolve(
      foldAll([begin(1 * S), say(2 * S, "waiting_input", { message: "Delete?" }), stop(2100)]),
      4 * S,
    );
    expect([resolution.state, resolution.message, resolution.attention?.kind]).toEqual([
      "waiting_input",
      "Delete?",
      "input",
    ]);
  });

  it("[EN22] an ended runtime is idle, or an error where its exit code says so", () => {
    expect(stateAt(4 * S, begin(1 * S), ended(2 * S))).toBe("idle/runtime_ended");
    expect(stateAt(4 * S, begin(1 * S), ended(2 * S, 0))).toBe("idle/runtime_ended");
    expect(stateAt(4 * S, begin(1 * S), ended(2 * S, 3))).toBe("error/runtime_ended");
  });

  it("[EN22] a deadly signal is an error; SIGINT, SIGHUP and SIGPIPE are not", () => {
    const endedBy = (signal: string) => event(2 * S, "process", { kind: "ended", exit_code: null, signal });
    expect(stateAt(4 * S, begin(1 * S), endedBy("SIGKILL"))).toBe("error/runtime_ended");
    for (const signal of ["SIGINT", "SIGHUP", "SIGPIPE"])
      expect(stateAt(4 * S, begin(1 * S), endedBy(signal))).toBe("idle/runtime_ended");
  });

  it("[WR5] the wrapper's exit code is used if the process source does not know it, in any order", () => {
    const exit = ended(2 * S, 3, "wrapper");
    expect(stateAt(4 * S, begin(1 * S), exit)).toBe("running");
    expect(stateAt(4 * S, begin(1 * S), exit, ended(3 * S))).toBe("error/runtime_ended");
    expect(stateAt(4 * S, ended(3 * S), exit, begin(1 * S))).toBe("error/runtime_ended");
    expect(stateAt(4 * S, begin(1 * S), exit, ended(3 * S, 0))).toBe("idle/runtime_ended");
  });

  it("[EN4] only the process source ends a runtime, and for good", () => {
    expect(stateAt(4 * S, begin(1 * S), ended(2 * S, null, "hook"))).toBe("running");
    expect(stateAt(4 * S, begin(1 * S), ended(2 * S), begin(3 * S))).toBe("idle/runtime_ended");
  });
});

describe("declarations", () => {
  it("[EN11] shows at once in a runtime without edges and levels", () => {
    expect(stateAt(1 * S, say(1 * S, "waiting_input"))).toBe("waiting_input");
    expect(stateAt(1 * S, say(1 * S, "completed"))).toBe("completed");
  });

  it("[EN11] shows inside a busy turn after 1 s, or at rest", () => {
    const events = [begin(1 * S), say(2 * S, "waiting_input")];
    expect(stateAt(2900, ...events)).toBe("running");
    expect(stateAt(3000, ...events)).toBe("waiting_input");
    expect(stateAt(2300, ...events, stop(2200))).toBe("waiting_input");
  });

  it("[EN11] is hidden while the agent goes on working, until the turn ends", () => {
    const events = [begin(1 * S), say(2 * S, "completed"), busy(2050)];
    expect(stateAt(9 * S, ...events)).toBe("running");
    expect(stateAt(9 * S, ...events, stop(8 * S))).toBe("completed");
  });

  it("[EN11] is overruled by a level that turned busy later, and never by rest", () => {
    const said = say(2 * S, "waiting_input");
    expect(stateAt(6 * S, said, look("title", 5 * S, "busy", { changed_at: 1 * S }))).toBe("waiting_input");
    expect(stateAt(6 * S, said, look("title", 5 * S, "busy", { changed_at: 3 * S }))).toBe("running");
    expect(stateAt(6 * S, said, look("title", 5 * S, "rest"))).toBe("waiting_input");
  });

  it("[EN11] is dropped if only a level shows rest and the last work is newer", () => {
    const events = [begin(1 * S), say(2 * S, "waiting_input"), busy(3 * S), look("session_file", 5 * S, "rest")];
    expect(stateAt(6 * S, ...events)).toBe("idle");
  });

  it("[EN12] a repainted declaration is the same one, dated by the first; an appended one is new each time", () => {
    const painted = (at: number) => say(at, "completed", { medium: "repainted", message: "Done" });
    const repainted = resolve(foldAll([painted(1 * S), painted(2 * S)]), 3 * S);
    expect([repainted.since, repainted.nudge_seq]).toEqual([1 * S, 1 * S]);
    const appended = resolve(
      foldAll([say(1 * S, "completed", { message: "Done" }), say(2 * S, "completed", { message: "Done" })]),
      3 * S,
    );
    expect([appended.since, appended.nudge_seq]).toEqual([2 * S, 2 * S]);
  });

  it("[EN12] the same words with another state are a new declaration", () => {
    const told = (attention: "done" | "testing", at: number) =>
      say(at, "completed", { source: "status_file", medium: "repainted", message: "Parser", attention });
    const { attention, nudge_seq } = resolve(foldAll([told("done", 1 * S), told("testing", 2 * S)]), 3 * S);
    expect([attention?.kind, attention?.raised_at, nudge_seq]).toEqual(["testing", 2 * S, 2 * S]);
  });

  it("[EN12, EN13] the same question after its answer is new in a file, line or squad signal, but not in a repaint", () => {
    const again = (source: "status_file" | "squad" | "marker", medium: "appended" | "repainted") => {
      const asks = (at: number) => say(at, "waiting_input", { source, medium, message: "Which?" });
      return resolve(foldAll([asks(1 * S), typed(2 * S), asks(3 * S)]), 4 * S).attention?.raised_at;
    };
    expect([again("status_file", "repainted"), again("squad", "appended"), again("marker", "appended")]).toEqual([
      3 * S,
      3 * S,
      3 * S,
    ]);
    expect(again("marker", "repainted")).toBeUndefined();
    const unanswered = [1 * S, 3 * S].map((at) =>
      say(at, "waiting_input", { source: "status_file", medium: "repainted", message: "Which?" }),
    );
    expect(resolve(foldAll([typed(500), ...unanswered]), 4 * S).attention?.raised_at).toBe(1 * S);
  });

  it("[EN27] working makes it running, clears attention and does not ring", () => {
    const resolution = resolve(foldAll([say(1 * S, "waiting_input"), say(2 * S, "running")]), 3 * S);
    expect([resolution.state, resolution.attention, resolution.nudge_seq]).toEqual(["running", null, 1 * S]);
  });

  it("[EN13] a typed Enter answers older asks and declarations until a level looks again", () => {
    const asking = [begin(1 * S), busy(2 * S, { subject: "t" }), ask(3 * S, { subject: "t" })];
    expect(stateAt(5 * S, ...asking, typed(4 * S))).toBe("running");
    const { evidence } = resolve(foldAll([...asking, typed(4 * S)]), 5 * S);
    expect(evidence.map(({ why }) => why)).toContain("answered: through agtmux");
    expect(
      stateAt(6 * S, ...asking, typed(4 * S), look("session_file", 5 * S, "ask", { state: "waiting_approval" })),
    ).toBe("waiting_approval");
    expect(stateAt(6 * S, ...asking, look("session_file", 3900, "ask"), typed(4 * S))).toBe("running");
    const said = resolve(foldAll([stop(1 * S), say(2 * S, "waiting_input"), typed(3 * S)]), 4 * S);
    expect([said.state, said.attention]).toEqual(["completed", null]);
    expect(stateAt(6 * S, begin(1 * S), typed(2 * S))).toBe("running");
    expect(stateAt(6 * S, stop(1 * S), typed(2 * S))).toBe("completed");
  });

  it("[EN14] an unconfirmed provisional signal expires: the state before it holds again, and says so", () => {
    const announced = say(2 * S, "running", {
      provisional_until: 32 * S,
      activity: { kind: "completing", progress: 0 },
    });
    const events = [stop(1 * S), announced];
    expect(resolve(foldAll(events), 3 * S).activity).toEqual({ kind: "completing", progress: 0 });
    const expired = resolve(foldAll(events), 33 * S);
    expect([expired.state, expired.confidence]).toEqual(["completed", "low"]);
    expect(expired.because).toContain("never confirmed");
    expect(stateAt(33 * S, announced)).toBe("unknown/provisional_expired");
    expect(stateAt(33 * S, say(1 * S, "waiting_input"), typed(2 * S), announced)).toBe("unknown/provisional_expired");
    expect(stateAt(33 * S, ...events, look("session_file", 30 * S, "busy"))).toBe("running");
    expect(stateAt(33 * S, ...events, stop(5 * S))).toBe("completed");
  });

  it("[EN14, EN9] what a level contradicted does not come back when the level goes stale, and no ask is hidden", () => {
    const announced = say(2 * S, "running", { provisional_until: 60 * S });
    const seen = look("session_file", 4 * S, "rest", { state: "completed" });
    for (const now of [5 * S, 25 * S]) expect(stateAt(now, stop(1 * S), announced, seen)).not.toBe("running");
    const asked = resolve(foldAll([begin(0), ask(1 * S), announced]), 3 * S);
    expect([asked.state, asked.attention?.kind]).toEqual(["waiting_approval", "approval"]);
  });

  it("[EN14, EN32] an announced activity shows until the agent reports its own", () => {
    const activity = { kind: "completing", progress: 0 } as const;
    const announced = say(2 * S, "running", { provisional_until: 32 * S, activity });
    const activityAt = (now: number, ...more: ReturnType<typeof event>[]) =>
      resolve(foldAll([stop(1 * S), announced, begin(3 * S), ...more]), now).activity;
    expect(activityAt(4 * S)).toEqual(activity);
    const tool = busy(5 * S, { activity: { kind: "working", tool: "Bash" } });
    expect(activityAt(6 * S, tool)).toEqual({ ...activity, tool: "Bash" });
    expect(activityAt(33 * S)).toBeNull();
    // a level that shows the work agrees; one that showed rest before the work was reported is no contradiction
    const [seen, early] = [look("screen", 8 * S, "busy"), look("screen", 2.9 * S, "rest")];
    expect(activityAt(9 * S, seen)).toEqual(activity);
    expect(activityAt(4 * S, early)).toEqual(activity);
    expect(resolve(foldAll([stop(1 * S), announced, seen]), 9 * S).activity).toEqual(activity);
    // nor is one that shows the work late, unless it is so late that the work itself is not believed
    const late = (at: number) => look("screen", at, "rest", { changed_at: 1 * S });
    expect(activityAt(9 * S, late(5 * S), seen)).toEqual(activity);
    expect(activityAt(8 * S, late(7 * S))).toBeNull();
    const own = say(5 * S, "running", { activity: { kind: "completing", progress: 25 } });
    expect(activityAt(7 * S, own)).toEqual({ kind: "completing", progress: 25 });
  });
});

describe("attention", () => {
  it("[AT1] has the label of its kind, and its source", () => {
    const attention = (...events: ReturnType<typeof event>[]) => resolve(foldAll(events), 2 * S).attention;
    expect(attention(say(1 * S, "waiting_input", { message: "Delete?" }))).toMatchObject({
      kind: "input",
      label: "⚠ Needs Authorization",
      message: "Delete?",
      source: "agent",
      raised_at: 1 * S,
    });
    expect(attention(ask(1 * S))).toMatchObject({ kind: "approval", label: "⚠ Needs Authorization", source: "hook" });
    expect(attention(say(1 * S, "completed", { attention: "testing" }))?.label).toBe("🧪 Needs User Testing");
    expect(attention(say(1 * S, "completed", { attention: "review" }))?.label).toBe("Ready for review");
    expect(attention(stop(1 * S))).toMatchObject({ kind: "done", label: "✓ Completed" });
    expect(attention(stop(1 * S, { state: "error" }))).toMatchObject({ kind: "error", label: "❌ Error" });
  });

  it("[AT4] done and testing stay open, and the agent completed, until seen", () => {
    const events = [say(1 * S, "completed", { attention: "testing" })];
    const later = resolve(foldAll(events), 10 * MIN);
    expect([later.state, later.attention?.kind]).toEqual(["completed", "testing"]);
    expect(resolve(foldAll([...events, seen(2 * S, 1 * S)]), 10 * MIN).attention).toBeNull();
  });

  it("[AT4] an answered ask and a new turn close what was raised before", () => {
    expect(resolve(foldAll([ask(1 * S), busy(2 * S)]), 3 * S).attention).toBeNull();
    expect(resolve(foldAll([stop(1 * S), begin(2 * S)]), 3 * S).attention).toBeNull();
  });

  it("[AT4] being seen closes what was raised before, nothing later, and no open question", () => {
    expect(resolve(foldAll([stop(1 * S), seen(5 * S, 900)]), 6 * S).attention?.kind).toBe("done");
    expect(resolve(foldAll([ask(1 * S), seen(5 * S, 4 * S)]), 6 * S).attention?.kind).toBe("approval");
  });

  it("[EN17] the end of a turn that declared something is not a second call", () => {
    const events = [begin(1 * S), say(2 * S, "completed", { message: "Done" }), stop(2300)];
    const resolution = resolve(foldAll(events), 3 * S);
    expect([resolution.attention?.message, resolution.nudge_seq]).toEqual(["Done", 2 * S]);
  });

  it("[EN17] where only a level sees turns, a declaration of an earlier one does not silence the end of the next", () => {
    const works = (at: number) => look("screen", at + 2 * S, "busy", { changed_at: at });
    const done = (at: number) => look("screen", at + 3 * S, "rest", { state: "completed", changed_at: at });
    const asked = [works(10 * S), say(12 * S, "waiting_input"), done(15 * S)];
    expect(resolve(foldAll(asked), 19 * S).nudge_seq).toBe(12 * S);
    const next = resolve(foldAll([...asked, works(30 * S), done(40 * S)]), 44 * S);
    expect([next.attention?.kind, next.nudge_seq]).toEqual(["done", 40 * S]);
  });

  it("[EN17] nudge_seq is the time of the newest call: a late old event never rings", () => {
    expect(resolve(foldAll([begin(1 * S)]), 5 * S).nudge_seq).toBe(0);
    const late = [say(3 * S, "waiting_input"), say(2 * S, "error", { ingested_at: 4 * S })];
    expect(resolve(foldAll(late), 5 * S).nudge_seq).toBe(3 * S);
  });

  it("[EN17] clearing, seeing and repeating do not lower nudge_seq", () => {
    const events = [say(1 * S, "waiting_input"), say(2 * S, "running"), seen(3 * S, 3 * S)];
    expect(resolve(foldAll([...events, ...events]), 5 * S).nudge_seq).toBe(1 * S);
  });

  it("[AT4, EN16] an ask whose evidence is stale is unknown, but its attention stays open", () => {
    const resolution = resolve(foldAll([ask(0, { ttl_ms: 10 * MIN })]), 11 * MIN);
    expect([resolution.state, resolution.attention?.kind]).toEqual(["unknown", "approval"]);
  });
});

describe("resolution", () => {
  it("[EN21] a target that is down makes everything unknown, with low confidence", () => {
    const { state, reason_code, confidence } = resolve(foldAll([ask(1 * S)]), 2 * S, "down");
    expect({ state, reason_code, confidence }).toEqual({
      state: "unknown",
      reason_code: "target_unreachable",
      confidence: "low",
    });
    expect(resolve(foldAll([ask(1 * S)]), 2 * S, "degraded").state).toBe("waiting_approval");
  });

  it("[ST4] nothing heard is no_signal; nothing understood is unsupported_signal", () => {
    expect(stateAt(1 * S)).toBe("unknown/no_signal");
    expect(stateAt(2 * S, event(1 * S, "hook", { kind: "note", reason: "unsupported_signal" }))).toBe(
      "unknown/unsupported_signal",
    );
  });

  it("[EV5] a note never changes a state", () => {
    expect(stateAt(3 * S, begin(1 * S), event(2 * S, "hook", { kind: "note", reason: "unsupported_signal" }))).toBe(
      "running",
    );
  });

  it("[EN24] every piece of evidence has a verdict, an age and a reason", () => {
    const resolution = resolve(
      foldAll([begin(1 * S), ask(2 * S), look("session_file", 3 * S, "ask"), say(1500, "completed")]),
      4 * S,
    );
    expect(resolution.evidence.map(({ kind, verdict, age_ms }) => ({ kind, verdict, age_ms }))).toEqual([
      { kind: "level", verdict: "agrees", age_ms: 1 * S },
      { kind: "edge", verdict: "decides", age_ms: 2 * S },
      { kind: "declaration", verdict: "lost", age_ms: 2500 },
      { kind: "edge", verdict: "lost", age_ms: 3 * S },
    ]);
    expect(resolution.evidence.every((piece) => piece.why.length > 0)).toBe(true);
    expect(resolution.decided_by).toBe(resolution.evidence[1]?.event_id);
  });

  it("[EN25] revisit_at is when time alone may change the resolution", () => {
    expect(resolve(foldAll([stop(1 * S)]), 2 * S).revisit_at).toBe(1 * S + ENGINE_DEFAULTS.completedToIdleMs);
    expect(resolve(foldAll([begin(1 * S), say(2 * S, "completed")]), 2500).revisit_at).toBe(3 * S);
    expect(resolve(foldAll([stop(1 * S, { state: "error" })]), 2 * S).revisit_at).toBeNull();
  });

  it("[ST13] activity shows only while running", () => {
    const compacting = busy(1 * S, { activity: { kind: "compacting" } });
    expect(resolve(foldAll([compacting]), 2 * S).activity).toEqual({ kind: "compacting" });
    expect(resolve(foldAll([compacting, ask(1500)]), 2 * S).activity).toBeNull();
  });

  it("[EN1] τ is the sender's time on our clock, never later than when we got it", () => {
    const ahead = resolve(foldAll([stop(500 * S, { ingested_at: 10 * S })]), 11 * S);
    expect([ahead.state, ahead.since]).toEqual(["completed", 10 * S]);
  });
});

describe("levels that name how a turn ended", () => {
  it("[EN10] without edges, a lesser level may name the outcome if the best one only shows rest", () => {
    const rests = [
      look("title", 2 * S, "busy", { changed_at: 1 * S }),
      look("title", 6 * S, "rest", { changed_at: 4 * S }),
    ];
    const named = (at: number, changed_at = at) => look("screen", at, "rest", { state: "completed", changed_at });
    expect(stateAt(6 * S, ...rests)).toBe("idle");
    expect(stateAt(5_499, ...rests, named(4_500))).toBe("idle");
    expect(stateAt(5_500, ...rests, named(4_500))).toBe("completed");
    // it may show what had ended before
    expect(stateAt(6 * S, ...rests, named(5 * S, 500))).toBe("idle");
    expect(stateAt(6 * S, ...rests, named(5_001, 500))).toBe("completed");
  });

  it("[EN10] a level's outcome is used if the weak end names none", () => {
    const turn = [begin(1 * S), edgeOf("hook", 3 * S, { phase: "rest", weak: true })];
    expect(stateAt(6 * S, ...turn, look("transcript", 5 * S, "rest", { state: "error" }))).toBe("error");
    expect(stateAt(60 * S, ...turn, look("transcript", 5 * S, "rest", { state: "error" }))).toBe("error");
  });

  it("[EN16] completed shown by a level becomes idle 120 s after the level turned", () => {
    const done = (at: number) => look("osc", at, "rest", { state: "completed", changed_at: 1 * S });
    expect(stateAt(100 * S, done(99 * S))).toBe("completed");
    expect(stateAt(130 * S, done(129 * S), seen(2 * S, 1 * S))).toBe("idle");
  });

  it("[EN10] an outcome still holds if its level later only shows rest", () => {
    const events = [look("osc", 1 * S, "rest", { state: "error" }), look("osc", 2 * S, "rest")];
    expect(stateAt(3 * S, ...events)).toBe("error");
    expect(stateAt(5 * S, ...events, look("osc", 3 * S, "busy"), look("osc", 4 * S, "rest"))).toBe("idle");
  });

  it("[EN17] an error that only a level shows is one call, however often it is read", () => {
    const failed = (at: number) => look("osc", at, "rest", { state: "error", changed_at: 2 * S, message: "401" });
    const began = begin(1 * S);
    const once = resolve(foldAll([began, failed(3 * S)]), 4 * S);
    const again = resolve(foldAll([began, failed(3 * S), failed(9 * S)]), 10 * S);
    expect([once.attention?.kind, once.nudge_seq]).toEqual(["error", 2 * S]);
    expect([again.attention, again.nudge_seq]).toEqual([once.attention, once.nudge_seq]);
  });
});
