import type { Edge, Run } from "../../protocol/event.ts";
import type { SecondSource } from "../adapter.ts";
import { BUSY, begins, COMPACTING, COMPLETED, FAILED, IDLE, weak } from "../evidence.ts";
import { firstLine } from "../last-message.ts";
import { given, type Payload, textAt } from "../payload.ts";
import { lineReader } from "../read-line.ts";

/**
 * Interrupts, denials and failures, which no hook tells; approvals asked and turns ended well hooks do tell, and once is enough.
 * `assistant.turn_end` ends a call of the model, not the turn.
 */
const MEANING = new Map<string, Edge>([
  ["user.message", begins(BUSY)],
  ["assistant.turn_start", BUSY],
  ["tool.execution_start", BUSY],
  ["tool.execution_complete", BUSY],
  ["abort", IDLE],
  ["session.error", FAILED],
  ["session.compaction_start", COMPACTING],
  // also in the middle of a turn, which goes on then
  ["session.compaction_complete", weak(COMPLETED)],
  ["session.shutdown", begins(IDLE)],
]);

export const SESSION_EVENTS: SecondSource = {
  unit: "line",
  path: ({ home, session_id, transcript }) => {
    if (transcript !== undefined || home === null || session_id === undefined) return transcript ?? null;
    return `${home}/.copilot/session-state/${session_id}/events.jsonl`;
  },
  read: lineReader("copilot", (line) => {
    const event_type = textAt(line, "type") ?? "";
    const evidence = event_type === "permission.completed" ? answered(line) : MEANING.get(event_type);
    if (evidence === undefined) return null;
    const message = firstLine(textAt(line, "data", "message"));
    return { event_type, evidence, message, ...given({ subject: callOf(line), run: runOf(line) }) };
  }),
};

/** A sub-agent's lines stand among the others, under its own name. */
function runOf(line: Payload): Run | undefined {
  const id = textAt(line, "agentId");
  return id === undefined ? undefined : { id, parent: "root" };
}

/** Cancelled with Esc the turn is over, and `abort` says so; denied with a word of why, the agent goes on. */
function answered(line: Payload): Edge | undefined {
  return textAt(line, "data", "result", "kind") === "cancelled" ? undefined : BUSY;
}

function callOf(line: Payload): string | undefined {
  return textAt(line, "data", "toolCallId");
}
