import { describe, expect, it } from "vitest";
import { linesOf, wordsInFile } from "../../../../test/accuracy/recorded-lines.ts";
import { wordsOf } from "../../../../test/accuracy/recorded-words.ts";
import { ROLLOUT } from "./rollout.ts";

const read = (payload: object, type = "event_msg") =>
  ROLLOUT.read(JSON.stringify({ timestamp: "2026-11-15T07:17:43.017Z", type, payload }));

describe("Codex's rollout", () => {
  it.each([
    [{ type: "task_started" }, "busy", ""],
    [{ type: "task_complete" }, "rest completed", ""],
    [{ type: "task_complete", error: { message: "status 401\nat once" } }, "rest error", "status 401"],
    [
      { type: "task_complete", error: { message: '{"error":{"message":"no such model"}}' } },
      "rest error",
      "no such model",
    ],
    [
      { type: "task_complete", error: { message: "", codex_error_info: { stream_failed: { http_status_code: 502 } } } },
      "rest error",
      "an API error (stream failed, status 502)",
    ],
    [
      { type: "task_complete", error: { codex_error_info: "server_overloaded" } },
      "rest error",
      "an API error (server overloaded)",
    ],
    [{ type: "task_complete", error: {} }, "rest error", ""],
    [{ type: "task_complete", error: null }, "rest completed", ""],
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

  it("[AD15] recorded ones tell of each turn how it ended", () => {
    const ends = (situation: string) => wordsInFile(ROLLOUT, `codex/${situation}`).at(-1);
    for (const fine of ["normal-turn", "tool-approved", "question-answered", "retry-503"])
      expect(ends(fine)).toBe("rest completed");
    for (const stopped of [
      "interrupted-streaming",
      "interrupted-tool",
      "denied-esc",
      "denied-no",
      "question-cancelled",
    ])
      expect(ends(stopped)).toBe("rest idle");
    for (const failed of ["error-400", "error-401", "error-429"]) expect(ends(failed)).toBe("rest error");
  });

  it("[AD15] a quota that ran out says when it is full again", () => {
    const told = linesOf("codex/quota").flatMap((line) => ROLLOUT.read(line));
    expect(told.at(-1)?.message).toMatch(/hit your usage limit.* try again at 5:07 PM\.$/);
  });
});
