import type { SecondSource } from "../../adapter/adapter.ts";
import { given, listAt, type Payload, textAt } from "../../adapter/payload.ts";
import { lineReader } from "../../adapter/read-line.ts";
import { usageIn } from "./usage.ts";

/** Each message and its tokens. How a turn ends, its hooks tell. */
export const CHAT: SecondSource = {
  unit: "line",
  tellsWords: true,
  path: ({ transcript }) => transcript ?? null,
  subAgents: {
    named: /"agent_id":"([\w-]{1,120})"/g,
    paths: (id, { transcript }) => (transcript === undefined ? [] : [subAgentFile(transcript, id)]),
  },
  read: lineReader("qwen", (line) => {
    if (textAt(line, "type") !== "assistant") return null;
    return {
      event_type: "message",
      said: wordsIn(line),
      ...usageIn(line),
      ...given({ session_id: textAt(line, "sessionId") }),
    };
  }),
};

/** Its text, without thoughts and calls. */
function wordsIn(line: Payload): string {
  return partsOf(line)
    .filter(isSpoken)
    .map((part) => textAt(part, "text") ?? "")
    .join("\n");
}

export function partsOf(line: Payload): readonly unknown[] {
  return listAt(line, "message", "parts");
}

export function isSpoken(part: unknown): boolean {
  return textAt(part, "text") !== undefined && (part as { thought?: unknown }).thought !== true;
}

/** The file of a sub-agent of the conversation in `transcript`. */
export function subAgentFile(transcript: string, id: string): string {
  return transcript.replace(/\/chats\/([^/]*)\.jsonl$/, `/subagents/$1/agent-${id}.jsonl`);
}
