import { describe, expect, it } from "vitest";
import { recordedHooks, wordsByEvent, wordsOf } from "../../../../test/accuracy/recorded-words.ts";
import { codex } from "./adapter.ts";

const read = (event: string, payload: object) => codex.normalize?.({ event, payload: JSON.stringify(payload) }) ?? [];
const words = (event: string, payload: object) => read(event, payload).map(wordsOf);

describe("Codex's hooks", () => {
  it("[AD6] recorded ones are read as in the table", () => {
    expect(wordsByEvent(codex)).toEqual({
      SessionStart: ["nothing"],
      UserPromptSubmit: ["begin busy"],
      PreToolUse: ["ask waiting_input", "busy"],
      PostToolUse: ["busy"],
      PermissionRequest: ["ask waiting_approval"],
      Stop: ["rest completed"],
      Interrupt: ["rest idle"],
      PreCompact: ["busy compacting"],
      PostCompact: ["rest completed"],
      SessionEnd: ["rest idle"],
      notify: ["nothing", "rest completed"],
    });
  });

  it("[SQ18] an approval of a tool of an MCP server has the arguments as its dialog shows them", () => {
    const asked = (tool_name: string, tool_input: object) =>
      read("PermissionRequest", { tool_name, tool_input }).map(({ question }) => question);
    expect(asked("mcp__shop__sell", { item: "a lamp", count: 2, command: "now" })).toMatchObject([
      { kind: "approval", detail: "item: a lamp\ncount: 2\ncommand: now" },
    ]);
    expect(asked("mcp__shop__close", {})).toEqual([{ kind: "approval", text: expect.any(String) }]);
    expect(asked("Bash", { command: "make" })).toMatchObject([{ kind: "approval", detail: "make" }]);
  });

  it("[AD6] of the recorded notify calls exactly those of the hidden title thread are ignored", () => {
    const calls = recordedHooks("codex").filter(({ event }) => event === "notify");
    const ignored = calls.filter((signal) => codex.normalize?.(signal).some((each) => wordsOf(each) === "nothing"));
    expect(ignored).toEqual(calls.filter(({ payload }) => payload.includes("single-line task title")));
    expect(ignored.length).toBeGreaterThan(10);
    expect(calls.length).toBeGreaterThan(ignored.length);
  });

  it("[AD6] notify speaks as notify, under the thread's id and turn; an older one asks for approval", () => {
    const call = { "thread-id": "s", "turn-id": "t", "last-assistant-message": "Done.\nAll of it." };
    expect(read("notify", { type: "agent-turn-complete", ...call })).toMatchObject([
      { source: "notify", message: "Done.", session_id: "s", turn: "t" },
    ]);
    expect(words("notify", { type: "approval-requested" })).toEqual(["ask waiting_approval"]);
    expect(words("notify", { type: "something-new" })).toEqual(["unsupported"]);
  });

  it("[AD6] a question ends with its tool call; an automatic compaction is not the end of a turn", () => {
    const question = {
      tool_name: "request_user_input",
      tool_use_id: "c1",
      tool_input: { questions: [{ question: "Which?" }] },
    };
    expect(read("PreToolUse", question)).toMatchObject([{ subject: "c1", message: "Which?" }]);
    expect(read("PostToolUse", question)).toMatchObject([{ subject: "c1", evidence: { phase: "busy" } }]);
    expect(words("PostCompact", { trigger: "auto" })).toEqual(["nothing"]);
  });

  it("[AD16] a marker in the last message is read there", () => {
    const readings = read("Stop", { last_assistant_message: "• --<[schmux:error:No network]>--" });
    expect(readings.map(({ source, message }) => [source, message])).toEqual([
      ["hook", ""],
      ["marker", "No network"],
    ]);
  });
});
