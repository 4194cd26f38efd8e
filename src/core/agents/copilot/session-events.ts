import type { Edge } from "../../protocol/event.ts";
import type { SecondSource } from "../adapter.ts";
import { APPROVAL, BUSY, begins, COMPACTING, COMPLETED, FAILED, IDLE } from "../evidence.ts";
import { firstLine } from "../last-message.ts";
import { given, type Payload, textAt } from "../payload.ts";
import { lineReader } from "../read-line.ts";

/** Interrupts, denials and failures, which no hook tells. `assistant.turn_end` ends a call of the model, not the turn. */
const MEANING = new Map<string, Edge>([
  ["user.message", BUSY],
  ["assistant.turn_start", BUSY],
  ["tool.execution_start", BUSY],
  ["tool.execution_complete", BUSY],
  ["permission.requested", APPROVAL],
  ["abort", IDLE],
  ["session.error", FAILED],
  ["session.compaction_start", COMPACTING],
  ["session.compaction_complete", COMPLETED],
  ["session.shutdown", begins(IDLE)],
]);

export const SESSION_EVENTS: SecondSource = {
  unit: "line",
  path: ({ home, session_id, transcript }) =>
    transcript ?? (session_id === undefined ? null : `${home}/.copilot/session-state/${session_id}/events.jsonl`),
  read: lineReader("copilot", (line) => {
    const event_type = textAt(line, "type") ?? "";
    const evidence = event_type === "permission.completed" ? answered(line) : MEANING.get(event_type);
    if (evidence === undefined) return null;
    const message = firstLine(
      textAt(line, "data", "permissionRequest", "intention") ?? textAt(line, "data", "message"),
    );
    return { event_type, evidence, message, ...given({ subject: callOf(line) }) };
  }),
};

/** Cancelled with Esc the turn is over, and `abort` says so; denied with a word of why, the agent goes on. */
function answered(line: Payload): Edge | undefined {
  return textAt(line, "data", "result", "kind") === "cancelled" ? undefined : BUSY;
}

function callOf(line: Payload): string | undefined {
  return textAt(line, "data", "toolCallId") ?? textAt(line, "data", "permissionRequest", "toolCallId");
}
