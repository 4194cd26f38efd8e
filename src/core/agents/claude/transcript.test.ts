import { describe, expect, it } from "vitest";
import { linesOf, wordsInFile } from "../../../../test/accuracy/recorded-lines.ts";
import { isWorkOnly } from "../../adapter/evidence.ts";
import { TRANSCRIPT } from "./transcript.ts";

const line = (fields: object) =>
  JSON.stringify({ sessionId: "s-1", timestamp: "2026-11-15T07:17:43.017Z", isSidechain: false, ...fields });
const user = (text: string) => ({ type: "user", message: { role: "user", content: [{ type: "text", text }] } });
const read = (fields: object) => TRANSCRIPT.read(line(fields));
const AT = 1794727063017;

describe("Claude's transcript", () => {
  it.each(["[Request interrupted by user]", "[Request interrupted by user for tool use]"])(
    "[AD15] %s ends the turn without a result",
    (text) => {
      expect(read(user(text))).toEqual([
        {
          source: "transcript",
          event_type: "claude.interrupted",
          message: "",
          evidence: { kind: "edge", phase: "rest", state: "idle" },
          session_id: "s-1",
          at: AT,
        },
      ]);
    },
  );

  it("[AD15] an answer that is an API error ends the turn in one, and says which", () => {
    const content = [{ type: "text", text: "API Error: 400 bad request" }];
    const failed = { type: "assistant", isApiErrorMessage: true, message: { role: "assistant", content } };
    expect(read(failed)).toMatchObject([
      { evidence: { phase: "rest", state: "error" }, message: "API Error: 400 bad request", at: AT },
    ]);
  });

  it("[AD15] recorded ones tell interrupts, denials and failures, and nothing of a turn that ended well", () => {
    const told = (situation: string) =>
      wordsInFile(TRANSCRIPT, `claude/${situation}`).filter((word) => word !== "nothing");
    for (const fine of ["normal-turn", "tool-approved", "question-answered", "subagent", "compact", "clear"])
      expect(told(fine)).toEqual([]);
    for (const stopped of ["interrupted-streaming", "interrupted-tool", "denied-esc", "denied-no"])
      expect(told(stopped)).toEqual(["rest idle"]);
    for (const failed of ["error-400", "error-401", "quota"]) expect(told(failed)).toEqual(["rest error"]);
  });

  it("[DC5] the result of a call that was asked about tells whose answer counted", () => {
    const result = (fields: object) =>
      read({ type: "user", message: { content: [{ type: "tool_result", tool_use_id: "call_1" }] }, ...fields });
    const decided = (decision: string, source: string) => result({ permissionDecision: { decision, source } });
    expect(decided("accept", "hook")).toMatchObject([{ event_type: "claude.allowed", subject: "call_1" }]);
    expect(decided("accept", "user_temporary")).toMatchObject([{ event_type: "claude.allowed", subject: "call_1" }]);
    expect(decided("reject", "hook")).toMatchObject([{ event_type: "claude.declined", subject: "call_1" }]);
    for (const other of [decided("accept", "config"), result({ toolDenialKind: "user-rejected" })])
      expect(other).toMatchObject([{ event_type: "claude.tool_result" }]);
  });

  it("[AD15] a quota that ran out says when it is full again", () => {
    const lines = linesOf("claude/quota-subscriber").flatMap((line) => TRANSCRIPT.read(line));
    expect(lines.filter((reading) => !isWorkOnly(reading))).toMatchObject([
      { message: "You've hit your 5-hour limit · resets 5:09pm (UTC)" },
    ]);
  });

  it("[AD15] its place is known from a hook, else from the session file", () => {
    const metadata = { home: "/h", pid: 7, cwd: "/home/dev/my.app", session_id: "s" };
    expect(TRANSCRIPT.path(metadata)).toBe("/h/.claude/projects/-home-dev-my-app/s.jsonl");
    expect(TRANSCRIPT.path({ ...metadata, transcript: "/t" })).toBe("/t");
  });

  it("[AD15] other lines, a sub-agent's, and half a line tell nothing", () => {
    const interrupted = user("[Request interrupted by user]");
    const silent = [
      user("please say [Request interrupted by user]"),
      { ...interrupted, isSidechain: true },
      { type: "system" },
    ];
    expect(silent.flatMap(read).filter((reading) => !isWorkOnly(reading))).toEqual([]);
    expect(TRANSCRIPT.read(line(interrupted).slice(0, 80))).toEqual([]);
    expect(TRANSCRIPT.path({ home: "/h", pid: 7 })).toBeNull();
  });
});
