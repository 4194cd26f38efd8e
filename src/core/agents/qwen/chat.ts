import type { SecondSource } from "../../adapter/adapter.ts";
import { given, listAt, type Payload, textAt } from "../../adapter/payload.ts";
import { lineReader } from "../../adapter/read-line.ts";
import { callIn, contextIn } from "./usage.ts";

/** Each message, and the tokens of each call. How a turn ends, its hooks tell. */
export const CHAT: SecondSource = {
  unit: "line",
  tellsWords: true,
  path: ({ transcript }) => transcript ?? null,
  read: lineReader("qwen", (line) => {
    const session = given({ session_id: textAt(line, "sessionId") });
    if (textAt(line, "type") === "assistant")
      return { event_type: "message", said: wordsIn(line), ...contextIn(line), ...session };
    const usage = callIn(line);
    return usage === null ? null : { event_type: "api_response", usage, ...session };
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
