import type { Reading, SecondSource } from "../adapter.ts";
import { FAILED, IDLE } from "../evidence.ts";
import { firstLine } from "../last-message.ts";
import { type Payload, textAt, valueAt } from "../payload.ts";
import { lineReader } from "../read-line.ts";

/** Tells interrupts and failures, which no hook does. Sub-agents have files of their own. */
export const TRANSCRIPT: SecondSource = {
  unit: "line",
  path: ({ transcript, home, cwd, session_id }) => {
    if (transcript !== undefined || home === null || cwd === undefined || session_id === undefined)
      return transcript ?? null;
    return `${home}/.claude/projects/${cwd.replaceAll(/[^A-Za-z0-9]/g, "-")}/${session_id}.jsonl`;
  },
  read: lineReader("claude", (line) => {
    if (valueAt(line, "isSidechain") === true) return null;
    if (textAt(line, "type") === "user" && isInterrupt(line))
      return { event_type: "interrupted", evidence: IDLE, ...known(line) };
    if (textAt(line, "type") === "assistant" && valueAt(line, "isApiErrorMessage") === true)
      return { event_type: "api_error", evidence: FAILED, message: firstLine(wordsOf(line)), ...known(line) };
    return null;
  }),
};

function known(line: Payload): Partial<Reading> {
  const session_id = textAt(line, "sessionId");
  return session_id === undefined ? {} : { session_id };
}

function isInterrupt(line: Payload): boolean {
  return /^\[Request interrupted by user( for tool use)?\]$/.test(wordsOf(line) ?? "");
}

function wordsOf(line: Payload): string | undefined {
  return textAt(line, "message", "content") ?? textAt(line, "message", "content", 0, "text");
}
