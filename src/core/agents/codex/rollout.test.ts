import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../../test/accuracy/recorded-words.ts";
import { ROLLOUT } from "./rollout.ts";

const read = (payload: object, type = "event_msg") =>
  ROLLOUT.read(JSON.stringify({ timestamp: "2026-11-15T07:17:43.017Z", type, payload }));

describe("Codex's rollout", () => {
  it.each([
    [{ type: "task_started" }, "busy", ""],
    [{ type: "task_complete" }, "rest completed", ""],
    [{ type: "task_complete", error: { message: "status 401\nat once" } }, "rest error", "status 401"],
    [{ type: "turn_aborted", reason: "interrupted" }, "rest idle", ""],
  ])("[AD15] %j is news: %s", (payload, words, message) => {
    const [reading] = read({ ...payload, turn_id: "t" });
    expect(reading && wordsOf(reading)).toBe(words);
    expect(reading).toMatchObject({ source: "transcript", turn: "t", at: 1794727063017, message });
  });

  it("[AD15] other lines tell nothing", () => {
    expect([read({ type: "token_count" }), read({ type: "task_started" }, "response_item")]).toEqual([[], []]);
    expect(ROLLOUT.path({ home: "/h", pid: 1, transcript: "/t.jsonl" })).toBe("/t.jsonl");
  });
});
