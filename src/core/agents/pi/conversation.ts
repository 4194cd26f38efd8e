import type { Conversation, Said } from "../../adapter/conversation.ts";
import { listAt, textAt, valueAt } from "../../adapter/payload.ts";
import { INTEGRATION } from "./integration.ts";

/** Its session file, whose path our extension tells. Branches of a conversation follow each other there. */
export const CONVERSATION: Conversation = {
  path: ({ transcript }) => transcript ?? null,
  archive: (person) => ({ folder: INTEGRATION.folder(person), patterns: ["sessions/*/*.jsonl"] }),
  directory: (line) => (textAt(line, "type") === "session" ? textAt(line, "cwd") : undefined),
  read: (line) => {
    const id = textAt(line, "id") ?? "";
    switch (textAt(line, "type")) {
      case "message":
        return saidIn(valueAt(line, "message"), id);
      case "compaction":
        return [{ kind: "note", id, text: "the conversation was compacted" }];
      default:
        return [];
    }
  },
};

function saidIn(message: unknown, id: string): Said[] {
  switch (textAt(message, "role")) {
    case "user":
      return [{ kind: "prompt", id, text: textIn(message) }];
    case "assistant":
      return [...wordsIn(message, id), ...callsIn(message), ...endIn(message, id)];
    case "toolResult": {
      const call = textAt(message, "toolCallId");
      const is_error = valueAt(message, "isError") === true;
      return call === undefined ? [] : [{ kind: "result", id: call, text: textIn(message), is_error }];
    }
    default:
      return [];
  }
}

function textIn(message: unknown): string {
  const text = textAt(message, "content");
  if (text !== undefined) return text;
  return listAt(message, "content")
    .flatMap((part) => (textAt(part, "type") === "text" ? (textAt(part, "text") ?? []) : []))
    .join("\n");
}

function wordsIn(message: unknown, id: string): Said[] {
  const text = textIn(message);
  return text === "" ? [] : [{ kind: "words", id, text }];
}

function callsIn(message: unknown): Said[] {
  return listAt(message, "content").flatMap((part): Said[] => {
    const id = textAt(part, "id");
    if (textAt(part, "type") !== "toolCall" || id === undefined) return [];
    return [{ kind: "call", id, tool: textAt(part, "name") ?? "tool", input: valueAt(part, "arguments") }];
  });
}

function endIn(message: unknown, id: string): Said[] {
  switch (textAt(message, "stopReason")) {
    case "aborted":
      return [{ kind: "note", id: `${id} end`, text: "interrupted" }];
    case "error":
      return [
        {
          kind: "note",
          id: `${id} end`,
          text: textAt(message, "errorMessage") ?? "the call of the model failed",
          is_error: true,
        },
      ];
    default:
      return [];
  }
}
