import { describe, expect, it } from "vitest";
import { wordsByEvent, wordsOf } from "../../../../test/accuracy/recorded-words.ts";
import { pi } from "./adapter.ts";

const read = (event: string, payload: object) => pi.normalize?.({ event, payload: JSON.stringify(payload) }) ?? [];
const words = (event: string, payload: object) => read(event, payload).map(wordsOf);

describe("pi's events", () => {
  it("[AD6] recorded ones are read as in the table", () => {
    expect(wordsByEvent(pi)).toEqual({
      session_start: ["begin rest idle"],
      session_shutdown: ["nothing", "rest idle"],
      before_agent_start: ["begin busy"],
      agent_start: ["busy"],
      agent_settled: ["rest completed", "rest error", "rest idle"],
      message_end: ["nothing"],
      tool_execution_start: ["nothing"],
      tool_execution_end: ["nothing"],
      ui_prompt_start: ["ask waiting_approval", "ask waiting_input"],
      ui_prompt_end: ["busy"],
      session_compact_failed: ["nothing"],
    });
  });

  it("[AD6] a failure right after its attempt is an error, and one after a wait for another attempt was stopped by Esc", () => {
    expect(words("agent_settled", { aborted: false, failure: "429", waited: 3 })).toEqual(["rest error"]);
    expect(words("agent_settled", { aborted: false, failure: "429", waited: 1_100 })).toEqual(["rest idle"]);
    expect(words("agent_settled", { aborted: true, failure: "aborted", waited: 0 })).toEqual(["rest idle"]);
    expect(words("agent_settled", { aborted: false, waited: 9_000 })).toEqual(["rest completed"]);
  });

  it("[AD6] an extension's question is one of pi's, and a screen of its own is none", () => {
    expect(words("ui_prompt_start", { kind: "confirm", title: "Sure?" })).toEqual(["ask waiting_approval"]);
    expect(words("ui_prompt_start", { kind: "custom" })).toEqual(["nothing"]);
    expect(words("ui_prompt_end", { kind: "custom", is_idle: true })).toEqual(["nothing"]);
    expect(words("ui_prompt_end", { kind: "select", is_idle: true })).toEqual(["rest idle"]);
  });

  it("[AD6] the turn goes on after a compaction that pi began, and one that never began says nothing", () => {
    expect(words("session_before_compact", { reason: "manual" })).toEqual(["busy compacting"]);
    expect(words("session_compact", { reason: "manual" })).toEqual(["rest completed"]);
    expect(words("session_compact", { reason: "threshold" })).toEqual(["busy"]);
    expect(words("session_compact_failed", { reason: "overflow" })).toEqual(["busy"]);
    expect(words("session_compact_failed", { reason: "manual", aborted: true })).toEqual(["rest idle"]);
    expect(words("session_compact_failed", { reason: "manual", failure: "timed out" })).toEqual(["rest error"]);
    const nothing = { reason: "manual", failure: "Compaction failed: Nothing to compact (session too small)" };
    expect(words("session_compact_failed", nothing)).toEqual(["nothing"]);
  });
});
