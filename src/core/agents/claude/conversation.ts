import type { Conversation, Said } from "../../adapter/conversation.ts";
import { listAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { personsWords } from "./events.ts";
import { INTEGRATION } from "./integration.ts";
import { isInterrupt, TRANSCRIPT, wordsOf } from "./transcript.ts";

const OF_RUN = /\/subagents\/agent-([^/]+)\.jsonl$/;

/** A sub-agent has a file of its own; older versions write its lines into the same one. */
export const CONVERSATION: Conversation = {
  path: TRANSCRIPT.path,
  archive: (person) => ({
    folder: INTEGRATION.folder(person),
    patterns: ["projects/*/*.jsonl", "projects/*/*/subagents/agent-*.jsonl"],
  }),
  directory: (line) => textAt(line, "cwd"),
  // a sub-agent's own sub-agents are beside it
  runPath: (path, run) => `${path.replace(OF_RUN, "").replace(/\.jsonl$/, "")}/subagents/agent-${run}.jsonl`,
  runOf: (path) => OF_RUN.exec(path)?.[1],
  read: (line) => {
    const id = textAt(line, "uuid");
    if (id === undefined || valueAt(line, "isMeta") === true) return [];
    const run = valueAt(line, "isSidechain") === true ? (textAt(line, "agentId") ?? "sub-agent") : undefined;
    const said = textAt(line, "type") === "assistant" ? spoken(line, id) : heard(line, id);
    return run === undefined ? said : said.map((each) => ({ ...each, run }));
  },
};

function spoken(line: Payload, id: string): Said[] {
  if (valueAt(line, "isApiErrorMessage") === true)
    return [{ kind: "note", id, text: wordsOf(line) ?? "the call of the model failed", is_error: true }];
  return listAt(line, "message", "content").flatMap((part, index): Said[] => {
    const [text, call, tool] = [textAt(part, "text"), textAt(part, "id"), textAt(part, "name")];
    if (textAt(part, "type") === "text" && text !== undefined) return [{ kind: "words", id: `${id}.${index}`, text }];
    if (textAt(part, "type") !== "tool_use" || call === undefined || tool === undefined) return [];
    return [{ kind: "call", id: call, tool, input: valueAt(part, "input") }];
  });
}

function heard(line: Payload, id: string): Said[] {
  if (textAt(line, "type") !== "user") return [];
  if (isInterrupt(line)) return [{ kind: "note", id, text: "interrupted" }];
  if (valueAt(line, "isCompactSummary") === true) return [{ kind: "note", id, text: "the conversation was compacted" }];
  const results = listAt(line, "message", "content").flatMap((part) => resultIn(part, line));
  if (results.length > 0) return results;
  const words = textAt(line, "message", "content") ?? textOf(listAt(line, "message", "content"));
  const text = personsWords(words);
  return text === undefined ? ownNote(words ?? "", id) : text === "" ? [] : [{ kind: "prompt", id, text }];
}

function resultIn(part: unknown, line: Payload): Said[] {
  const id = textAt(part, "tool_use_id");
  if (id === undefined) return [];
  const text = textAt(part, "content") ?? textOf(listAt(part, "content"));
  const starts = textAt(line, "toolUseResult", "agentId");
  const result: Said = { kind: "result", id, text, is_error: valueAt(part, "is_error") === true };
  return starts === undefined ? [result] : [result, { kind: "sub_agent", id, starts }];
}

/** A command of Claude's own, or the report of a background task. */
function ownNote(words: string, id: string): Said[] {
  const command = /^\s*<command-name>([^<]+)<\/command-name>/.exec(words)?.[1];
  const summary = /^\s*<task-notification>[\s\S]*?<summary>([^<]*)/.exec(words)?.[1];
  const text = command ?? summary;
  return text === undefined || text === "" ? [] : [{ kind: "note", id, text }];
}

function textOf(parts: readonly unknown[]): string {
  return parts
    .flatMap((part) => textAt(part, "text") ?? (textAt(part, "type") === "image" ? "[image]" : []))
    .join("\n");
}
