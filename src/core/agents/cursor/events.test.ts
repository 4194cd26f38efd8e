import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../../test/accuracy/recorded-words.ts";
import { cursor } from "./adapter.ts";

/** As documented; none was seen. */
const COMMON = {
  conversation_id: "conv-1",
  generation_id: "gen-1",
  model: "some-model",
  cursor_version: "2.0.77",
  workspace_roots: ["/w"],
  transcript_path: null,
};
const read = (event: string, payload: object = {}) =>
  cursor.normalize?.({ event, payload: JSON.stringify({ ...COMMON, hook_event_name: event, ...payload }) }) ?? [];

describe("Cursor's hooks", () => {
  it.each([
    ["beforeSubmitPrompt", { prompt: "Fix it", attachments: [] }, "begin busy"],
    ["preToolUse", { tool_name: "Shell", tool_input: { command: "ls" }, tool_use_id: "u" }, "busy"],
    ["postToolUse", { tool_name: "Shell", tool_use_id: "u", tool_output: "{}", duration: 5 }, "busy"],
    ["postToolUseFailure", { tool_name: "Shell", tool_use_id: "u", failure_type: "timeout" }, "busy"],
    ["beforeShellExecution", { command: "ls", cwd: "/w", sandbox: false }, "busy"],
    ["afterShellExecution", { command: "ls", output: "", duration: 5 }, "busy"],
    ["beforeMCPExecution", { tool_name: "query", tool_input: "{}" }, "busy"],
    ["afterMCPExecution", { tool_name: "query", result_json: "{}" }, "busy"],
    ["beforeReadFile", { file_path: "/w/a", content: "" }, "busy"],
    ["afterFileEdit", { file_path: "/w/a", edits: [] }, "busy"],
    ["afterAgentThought", { text: "Hm" }, "busy"],
    ["afterAgentResponse", { text: "Fixed." }, "busy"],
    ["preCompact", { trigger: "auto" }, "busy compacting"],
    ["preCompact", { trigger: "manual" }, "busy compacting for 30 s"],
    ["stop", { status: "completed", loop_count: 0 }, "rest completed"],
    ["stop", { status: "aborted", loop_count: 0 }, "rest idle"],
    ["stop", { status: "error", loop_count: 0 }, "rest error"],
    ["stop", { loop_count: 0 }, "weak rest"],
    ["sessionStart", { session_id: "conv-1", is_background_agent: false }, "nothing"],
    ["sessionEnd", { session_id: "conv-1", reason: "user_close" }, "begin rest idle"],
    ["subagentStart", { subagent_id: "sub", subagent_type: "explore" }, "child busy"],
    ["subagentStop", { subagent_type: "explore", status: "completed" }, "child rest completed"],
    ["afterTabFileEdit", { file_path: "/w/a" }, "nothing"],
  ])("[AD6] %s %j is %s", (event, payload, words) => {
    expect(read(event, payload).map(wordsOf)).toEqual([words]);
  });

  it("[AD6] conversation, generation and folder travel along", () => {
    expect(read("stop", { status: "completed" })).toEqual([
      {
        source: "hook",
        event_type: "cursor.stop",
        message: "",
        evidence: { kind: "edge", phase: "rest", state: "completed" },
        session_id: "conv-1",
        turn: "gen-1",
        cwd: "/w",
      },
    ]);
  });

  it("[AD16] a marker in a response is read there", () => {
    expect(read("afterAgentResponse", { text: "--<[schmux:completed:Fixed]>--" }).map(({ source }) => source)).toEqual([
      "hook",
      "marker",
    ]);
  });
});
