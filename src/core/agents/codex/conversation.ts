import type { Conversation, Said } from "../../adapter/conversation.ts";
import { listAt, type Payload, parsePayload, textAt, valueAt } from "../../adapter/payload.ts";
import { INTEGRATION } from "./integration.ts";
import { ROLLOUT } from "./rollout.ts";

/** A sub-agent is a thread with a rollout of its own, which may be of another day. */
export const CONVERSATION: Conversation = {
  path: ROLLOUT.path,
  archive: (person) => ({ folder: INTEGRATION.folder(person), patterns: ["sessions/*/*/*/rollout-*.jsonl"] }),
  directory: (line) => (textAt(line, "type") === "session_meta" ? textAt(line, "payload", "cwd") : undefined),
  runPath: (path, run) => `${path.replace(/(?:\/[^/]*){4}$/, "")}/*/*/*/rollout-*-${run}.jsonl`,
  read: (line) => {
    const payload = valueAt(line, "payload");
    const id = textAt(line, "timestamp") ?? "";
    switch (textAt(line, "type")) {
      case "response_item":
        return called(payload);
      case "event_msg":
        return happened(payload, id);
      case "compacted":
        return [{ kind: "note", id, text: "the conversation was compacted" }];
      default:
        return [];
    }
  },
};

function happened(payload: unknown, id: string): Said[] {
  const error = textAt(payload, "error", "message");
  switch (textAt(payload, "type")) {
    case "item_completed":
      return itemOf(valueAt(payload, "item"), id);
    case "turn_aborted":
      return [{ kind: "note", id, text: "interrupted" }];
    case "task_complete":
      return error === undefined ? [] : [{ kind: "note", id, text: error, is_error: true }];
    default:
      return [];
  }
}

function itemOf(item: unknown, at: string): Said[] {
  const id = textAt(item, "id") ?? at;
  const text = textOf(listAt(item, "content"));
  const [starts] = listAt(item, "receiver_thread_ids");
  switch (textAt(item, "type")) {
    case "UserMessage":
      return [{ kind: "prompt", id, text }];
    case "AgentMessage":
      return [{ kind: "words", id, text }];
    case "CollabAgentToolCall":
      return textAt(item, "tool") === "spawn_agent" && typeof starts === "string"
        ? [{ kind: "sub_agent", id, starts }]
        : [];
    default:
      return [];
  }
}

function called(payload: unknown): Said[] {
  const [id, type] = [textAt(payload, "call_id"), textAt(payload, "type") ?? ""];
  if (id === undefined) return [];
  if (type.endsWith("_call_output")) return [{ kind: "result", id, ...outputOf(valueAt(payload, "output")) }];
  if (!type.endsWith("_call")) return [];
  return [{ kind: "call", id, tool: textAt(payload, "name") ?? "shell", input: inputOf(payload) }];
}

/** Arguments are JSON in a text; those of a tool without a schema are the text itself. */
function inputOf(payload: unknown): unknown {
  const told = textAt(payload, "arguments") ?? textAt(payload, "input");
  const parsed: Payload | null = told === undefined ? null : parsePayload(told);
  if (parsed === null) return told ?? valueAt(payload, "action");
  const command = textAt(parsed, "cmd") ?? textAt(parsed, "command");
  return command === undefined ? parsed : { ...parsed, command };
}

function outputOf(output: unknown): { text: string; is_error: boolean } {
  const text =
    typeof output === "string" ? output : (textAt(output, "content") ?? textOf(Array.isArray(output) ? output : []));
  const isOver = /^Process exited with code (\d+)/m.exec(text)?.[1];
  return { text, is_error: (isOver !== undefined && isOver !== "0") || valueAt(output, "success") === false };
}

function textOf(parts: readonly unknown[]): string {
  return parts.flatMap((part) => textAt(part, "text") ?? []).join("\n");
}
