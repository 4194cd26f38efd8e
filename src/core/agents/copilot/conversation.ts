import type { Conversation, Said } from "../../adapter/conversation.ts";
import { type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { INTEGRATION } from "./integration.ts";
import { SESSION_EVENTS } from "./session-events.ts";

/** The lines of sub-agents are between the others and carry their id. */
export const CONVERSATION: Conversation = {
  path: SESSION_EVENTS.path,
  archive: (person) => ({ folder: INTEGRATION.folder(person), patterns: ["session-state/*/events.jsonl"] }),
  directory: (line) => (textAt(line, "type") === "session.start" ? textAt(line, "data", "context", "cwd") : undefined),
  read: (line) => {
    const said = saidIn(line);
    const run = textAt(line, "agentId");
    if (said === null) return [];
    // its start belongs to the call of its parent
    return [run === undefined || said.kind === "sub_agent" ? said : { ...said, run }];
  },
};

function saidIn(line: Payload): Said | null {
  const [id = "", data] = [textAt(line, "id"), valueAt(line, "data")];
  const [text, call] = [textAt(data, "content"), textAt(data, "toolCallId")];
  switch (textAt(line, "type")) {
    case "user.message":
      return text === undefined ? null : { kind: "prompt", id, text };
    case "assistant.message":
      return text === undefined ? null : { kind: "words", id, text };
    case "tool.execution_start":
      return call === undefined
        ? null
        : { kind: "call", id: call, tool: textAt(data, "toolName") ?? "tool", input: valueAt(data, "arguments") };
    case "tool.execution_complete":
      return call === undefined ? null : { kind: "result", id: call, ...resultOf(data) };
    case "subagent.started": {
      const starts = textAt(line, "agentId");
      return call === undefined || starts === undefined ? null : { kind: "sub_agent", id: call, starts };
    }
    case "abort":
      return { kind: "note", id, text: "interrupted" };
    case "session.error":
      return { kind: "note", id, text: textAt(data, "message") ?? "the call of the model failed", is_error: true };
    case "session.compaction_complete":
      return { kind: "note", id, text: "the conversation was compacted" };
    default:
      return null;
  }
}

function resultOf(data: unknown): { text: string; is_error: boolean } {
  const exit = valueAt(data, "shellExecution", "exitCode");
  return {
    text: textAt(data, "result", "content") ?? textAt(data, "error", "message") ?? "",
    is_error: valueAt(data, "success") === false || (typeof exit === "number" && exit !== 0),
  };
}
