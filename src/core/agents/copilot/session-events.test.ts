import { describe, expect, it } from "vitest";
import { wordsInFile } from "../../../../test/accuracy/recorded-lines.ts";
import { wordsOf } from "../../../../test/accuracy/recorded-words.ts";
import { SESSION_EVENTS } from "./session-events.ts";

const read = (type: string, data: object = {}) =>
  SESSION_EVENTS.read(JSON.stringify({ type, data, id: "e", parentId: null, timestamp: "2026-11-15T07:17:43.017Z" }));

describe("Copilot's events.jsonl", () => {
  it.each([
    ["user.message", {}, "begin busy"],
    ["assistant.turn_start", {}, "busy"],
    ["tool.execution_start", { toolCallId: "c" }, "busy"],
    ["tool.execution_complete", { toolCallId: "c" }, "busy"],
    ["permission.completed", { result: { kind: "approved" } }, "busy"],
    ["permission.completed", { result: { kind: "denied-interactively-by-user" } }, "busy"],
    ["abort", { reason: "user_abort" }, "rest idle"],
    ["session.error", { errorType: "query", statusCode: 400, message: "400 bad" }, "rest error"],
    ["session.compaction_start", {}, "busy compacting"],
    ["session.compaction_complete", { success: true }, "weak rest completed"],
    ["session.shutdown", {}, "begin rest idle"],
  ])("[AD15] %s %j is %s", (type, data, words) => {
    expect(read(type, data).map(wordsOf)).toEqual([words]);
  });

  it("[AD15] a failure has its reason and time", () => {
    const [failed] = read("session.error", { message: "429 You have exceeded your allowance." });
    expect(failed).toMatchObject({
      source: "transcript",
      message: "429 You have exceeded your allowance.",
      at: 1794727063017,
    });
  });

  it("[AD15] recorded files give the end of each turn that no hook reports", () => {
    const ends = (situation: string) =>
      wordsInFile(SESSION_EVENTS, `copilot/${situation}`)
        .filter((words) => !words.includes("busy"))
        .at(-1);
    expect(ends("normal-turn")).toBeUndefined();
    expect(ends("interrupted-streaming")).toBe("rest idle");
    expect(ends("denied-esc")).toBe("rest idle");
    expect(ends("error-400")).toBe("rest error");
    expect(ends("retry-503")).toBeUndefined();
    expect(wordsInFile(SESSION_EVENTS, "copilot/subagent")).toContain("child busy");
  });

  it("[AD15] the end of one model call, a cancelled permission and other lines tell nothing", () => {
    const silent = [
      read("assistant.turn_end"),
      read("permission.requested", { permissionRequest: { toolCallId: "c" } }),
      read("permission.completed", { result: { kind: "cancelled" } }),
      read("x"),
    ];
    expect(silent.flat()).toEqual([]);
  });

  it("[AD15] its path comes from a hook, else from the session id", () => {
    const metadata = { home: "/h", pid: 1 };
    expect(SESSION_EVENTS.path(metadata)).toBeNull();
    expect(SESSION_EVENTS.path({ ...metadata, session_id: "s" })).toBe("/h/.copilot/session-state/s/events.jsonl");
    expect(SESSION_EVENTS.path({ ...metadata, session_id: "s", transcript: "/t" })).toBe("/t");
  });
});
