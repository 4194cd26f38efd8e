import type { Conversation, Said } from "../../adapter/conversation.ts";
import { type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { CHAT, isSpoken, partsOf, subAgentFile } from "./chat.ts";
import { INTEGRATION } from "./integration.ts";

const OF_RUN = /\/subagents\/([^/]+)\/agent-([^/]+)\.jsonl$/;

/** A sub-agent has a file of its own. */
export const CONVERSATION: Conversation = {
  path: CHAT.path,
  archive: (person) => ({
    folder: INTEGRATION.folder(person),
    patterns: ["projects/*/chats/*.jsonl", "projects/*/subagents/*/agent-*.jsonl"],
  }),
  directory: (line) => textAt(line, "cwd"),
  runPath: (path, run) => subAgentFile(path.replace(OF_RUN, "/chats/$1.jsonl"), run),
  runOf: (path) => OF_RUN.exec(path)?.[2],
  read: (line) => {
    const id = textAt(line, "uuid");
    if (id === undefined) return [];
    const said = saidIn(line, id);
    const run = valueAt(line, "isSidechain") === true ? textAt(line, "agentId") : undefined;
    return run === undefined ? said : said.map((each) => ({ ...each, run }));
  },
};

function saidIn(line: Payload, id: string): Said[] {
  switch (textAt(line, "type")) {
    case "user":
      return prompts(line, id);
    case "assistant":
      return spoken(line, id);
    case "tool_result":
      return results(line);
    default:
      return notes(line, id);
  }
}

function prompts(line: Payload, id: string): Said[] {
  const text = partsOf(line)
    .flatMap((part) => textAt(part, "text") ?? [])
    .join("\n");
  // the report of a sub-agent that worked in the background
  const report = /^<task-notification>[\s\S]*?<summary>([^<]*)/.exec(text)?.[1];
  if (report !== undefined) return [{ kind: "note", id, text: report }];
  return text === "" ? [] : [{ kind: "prompt", id, text }];
}

function spoken(line: Payload, id: string): Said[] {
  return partsOf(line).flatMap((part, index): Said[] => {
    const [call, tool] = [textAt(part, "functionCall", "id"), textAt(part, "functionCall", "name")];
    if (call !== undefined && tool !== undefined)
      return [{ kind: "call", id: call, tool, input: valueAt(part, "functionCall", "args") }];
    return isSpoken(part) ? [{ kind: "words", id: `${id}.${index}`, text: textAt(part, "text") ?? "" }] : [];
  });
}

function results(line: Payload): Said[] {
  return partsOf(line).flatMap((part): Said[] => {
    const answer = valueAt(part, "functionResponse", "response");
    const id = textAt(part, "functionResponse", "id");
    if (id === undefined) return [];
    const error = textAt(answer, "error");
    const text = error ?? textAt(answer, "output") ?? "";
    const result: Said = { kind: "result", id, text, is_error: error !== undefined };
    const starts = /^task_id: ([\w-]{1,120}) /m.exec(text)?.[1];
    return starts === undefined ? [result] : [result, { kind: "sub_agent", id, starts }];
  });
}

function notes(line: Payload, id: string): Said[] {
  if (textAt(line, "subtype") === "chat_compression")
    return [{ kind: "note", id, text: "the conversation was compacted" }];
  const event = valueAt(line, "systemPayload", "uiEvent");
  if (textAt(event, "event.name") !== "qwen-code.api_error") return [];
  return [{ kind: "note", id, text: textAt(event, "error_message") ?? "the call of the model failed", is_error: true }];
}
