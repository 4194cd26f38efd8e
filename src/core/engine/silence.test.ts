import { describe, expect, it } from "vitest";
import { resolve } from "./resolve.ts";
import { ask, begin, busy, type event, foldAll, look, say, seen, stop, typed } from "./test-events.ts";

const S = 1000;
const MIN = 60 * S;
const LATE = 6 * MIN;

const at = (now: number, ...events: ReturnType<typeof event>[]) => resolve(foldAll(events), now);
const guess = (when: number) => look("rules", when, "ask", { state: "waiting_input", message: "Which one?" });
const frozen = (changed_at: number, when = changed_at) =>
  look("rules", when, "busy", { stalled: true, message: "nothing moves", changed_at });

describe("a classifier", () => {
  it("[EN33, AT1] is heard if nothing is known, and never raises nudge_seq", () => {
    const alone = at(3 * S, guess(2 * S));
    expect([alone.state, alone.confidence, alone.source]).toEqual(["waiting_input", "low", "rules"]);
    expect([alone.attention?.source, alone.attention?.attention_id, alone.nudge_seq]).toEqual([
      "rules",
      `rules:${2 * S}`,
      0,
    ]);
  });

  it("[EN33] is heard over running only after 5 min without news", () => {
    expect(at(LATE, begin(1 * S), guess(LATE)).state).toBe("waiting_input");
    expect(at(4 * MIN, begin(1 * S), guess(4 * MIN)).state).toBe("running");
    expect(at(LATE, begin(1 * S), busy(3 * MIN, { subject: "t1" }), guess(LATE)).state).toBe("running");
    expect(at(LATE, say(1 * S, "running"), guess(LATE)).state).toBe("waiting_input");
    expect(at(LATE, begin(1 * S), typed(3 * MIN), look("rules", LATE, "rest", { state: "idle" })).state).toBe(
      "running",
    );
  });

  it("[EN33] counts a turned level as news, but not one that shows the same", () => {
    const file = (changed_at: number) => look("session_file", LATE, "busy", { changed_at });
    expect(at(LATE, begin(1 * S), file(2 * S), guess(LATE)).state).toBe("waiting_input");
    expect(at(LATE, begin(1 * S), file(4 * MIN), guess(LATE)).state).toBe("running");
  });

  it("[EN33, NK8] gives way at once to any event of the agent", () => {
    const silent = [begin(1 * S), guess(LATE)];
    expect(at(LATE + 1, ...silent, busy(LATE + 1)).state).toBe("running");
    expect(at(LATE + 1, ...silent, say(LATE + 1, "running")).state).toBe("running");
    expect(at(LATE + 1, ...silent, stop(LATE + 1)).state).toBe("completed");
  });

  it("[EN33] changes neither an open ask nor rest", () => {
    const rest = look("rules", LATE, "rest", { state: "idle" });
    expect(at(LATE, begin(1 * S), ask(2 * S), rest).state).toBe("waiting_approval");
    expect(at(LATE, begin(1 * S), stop(2 * S, { state: "error" }), guess(LATE)).state).toBe("error");
    expect(at(15 * MIN, begin(1 * S), ask(2 * S), look("rules", 15 * MIN, "rest", { state: "idle" }))).toMatchObject({
      state: "waiting_approval",
      attention: { kind: "approval", source: "hook" },
    });
    const short = ask(2 * S, { ttl_ms: 10 * MIN });
    const old = at(15 * MIN, begin(1 * S), short, look("rules", 15 * MIN, "rest", { state: "idle" }));
    expect([old.state, old.attention?.kind, old.attention?.source]).toEqual(["idle", "approval", "hook"]);
    const again = at(15 * MIN, begin(1 * S), short, look("llm", 15 * MIN, "ask", { state: "waiting_approval" }));
    expect([again.state, again.attention?.source]).toEqual(["waiting_approval", "hook"]);
  });

  it("[EN33, EN16] when it stops looking, the former state holds again", () => {
    expect(at(LATE + 16 * S, begin(1 * S), guess(LATE))).toMatchObject({ state: "running", attention: null });
  });

  it("[EN33] of two looks the newer one counts", () => {
    const idle = look("llm", LATE + 1, "rest", { state: "idle" });
    expect(at(LATE + 2, begin(1 * S), guess(LATE), idle).state).toBe("idle");
    expect(at(LATE + 2, begin(1 * S), idle, guess(LATE + 2)).state).toBe("waiting_input");
  });

  it("[EN33, AT1, NK10] a stalled agent stays running with low confidence, and calls", () => {
    const { state, confidence, because, attention, nudge_seq } = at(LATE, begin(1 * S), frozen(LATE));
    expect([state, confidence, attention?.kind, attention?.label]).toEqual([
      "running",
      "low",
      "stalled",
      "⏳ Possibly Stuck",
    ]);
    expect(because).toMatch(/hook\.edge is the newest event; nothing moves/);
    expect(nudge_seq).toBe(0);
    expect(at(LATE, begin(1 * S), look("rules", LATE, "busy")).attention).toBeNull();
  });

  it("[EN33, EN16] the call for a stalled agent stays, in the same words, when its last event goes stale", () => {
    const look = (when: number) => frozen(LATE, when);
    const [then, later] = [40 * MIN, 41 * MIN].map((now) => at(now, begin(1 * S), look(now)));
    expect(then).toMatchObject({ state: "unknown", reason_code: "stale_signal", attention: { kind: "stalled" } });
    expect([later?.because, later?.attention]).toEqual([then?.because, then?.attention]);
  });

  it("[AT4] attention of a classifier closes by being seen", () => {
    for (const look of [guess(LATE), frozen(LATE)]) {
      expect(at(LATE + S, begin(1 * S), look).attention).not.toBeNull();
      expect(at(LATE + S, begin(1 * S), look, seen(LATE + S, LATE)).attention).toBeNull();
    }
  });
});
