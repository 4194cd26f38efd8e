import type { Conversation, Said } from "../../adapter/conversation.ts";
import { listAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { CHAT } from "./chat.ts";
import { INTEGRATION } from "./integration.ts";

/** A message is written again when its tools have ended, under the same id. */
export const CONVERSATION: Conversation = {
  path: CHAT.path,
  // its files name the project only by a hash
  archive: (person) => ({
    folder: INTEGRATION.folder(person),
    patterns: ["tmp/*/chats/session-*.jsonl", "tmp/*/chats/*/*.jsonl"],
  }),
  runPath: (path, run) => `${path.replace(/\/[^/]*$/, "")}/*/${run}.jsonl`,
  runOf: (path) => /\/chats\/[^/]+\/([^/]+)\.jsonl$/.exec(path)?.[1],
  read: (line) => {
    const id = textAt(line, "id");
    const text = textAt(line, "content") ?? textOf(listAt(line, "content"));
    if (id === undefined) return [];
    switch (textAt(line, "type")) {
      case "user":
        return text === "" ? [] : [{ kind: "prompt", id, text }];
      case "gemini":
        return [...(text === "" ? [] : [{ kind: "words" as const, id, text }]), ...callsIn(line)];
      case "info":
        return [{ kind: "note", id, text: noteOf(text) }];
      case "error":
        return [{ kind: "note", id, text, is_error: true }];
      default:
        return [];
    }
  },
};

function noteOf(text: string): string {
  if (text === "Request cancelled.") return "interrupted";
  return text === "" ? "the conversation was compacted" : text;
}

function callsIn(line: Payload): Said[] {
  return listAt(line, "toolCalls").flatMap((call): Said[] => {
    const [id, tool, starts] = [textAt(call, "id"), textAt(call, "name"), textAt(call, "agentId")];
    if (id === undefined || tool === undefined) return [];
    const results = listAt(call, "result").map((part) => valueAt(part, "functionResponse", "response"));
    const text = results.map((each) => textAt(each, "output") ?? textAt(each, "error") ?? "").join("\n");
    const is_error = textAt(call, "status") !== "success";
    return [
      { kind: "call", id, tool, input: valueAt(call, "args") },
      ...(results.length === 0 ? [] : [{ kind: "result" as const, id, text, is_error }]),
      ...(starts === undefined ? [] : [{ kind: "sub_agent" as const, id, starts }]),
    ];
  });
}

function textOf(parts: readonly unknown[]): string {
  return parts.flatMap((part) => textAt(part, "text") ?? []).join("\n");
}
