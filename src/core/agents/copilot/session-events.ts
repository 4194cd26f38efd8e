import type { SecondSource } from "../../adapter/adapter.ts";
import { BUSY, begins, COMPACTING, COMPLETED, FAILED, IDLE, limitedUntil, weak } from "../../adapter/evidence.ts";
import { firstLine } from "../../adapter/last-message.ts";
import { given, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { lineReader } from "../../adapter/read-line.ts";
import { callBegan, callEnded } from "../../adapter/tool-call.ts";
import type { Edge, Run } from "../../protocol/events/event.ts";
import { compactionIn, usageIn } from "./usage.ts";

/**
 * Interrupts, denials and failures, which no hook reports. Requests for approval and normal ends come by hooks and are left out here.
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
  // also sent in the middle of a turn, which then continues
  ["session.compaction_complete", weak(COMPLETED)],
  ["session.shutdown", begins(IDLE)],
]);

export const SESSION_EVENTS: SecondSource = {
  unit: "line",
  tellsWords: true,
  path: ({ home, session_id, transcript }) => {
    if (transcript !== undefined || home === null || session_id === undefined) return transcript ?? null;
    return `${home}/.copilot/session-state/${session_id}/events.jsonl`;
  },
  read: lineReader("copilot", (line) => {
    const event_type = textAt(line, "type") ?? "";
    const run = runOf(line);
    if (event_type === "assistant.message")
      return { event_type, said: textAt(line, "data", "content") ?? "", ...given({ run }) };
    if (event_type === "session.usage_record") return { event_type, ...usageIn(line), ...given({ run }) };
    const evidence = meaningOf(event_type, line);
    if (evidence === undefined) return null;
    const message = firstLine(textAt(line, "data", "message"));
    const told = given({ subject: callIdOf(line), run });
    return { event_type, evidence, message, ...callMoved(line), ...compactionIn(line), ...told };
  }),
};

function meaningOf(event_type: string, line: Payload): Edge | undefined {
  if (event_type === "permission.completed") return answered(line);
  const isLimit = event_type === "session.error" && textAt(line, "data", "errorType") === "rate_limit";
  return isLimit ? limitedUntil(null, false) : MEANING.get(event_type);
}

/** A call has an id here, but not in the hooks. */
function callMoved(line: Payload) {
  const data = valueAt(line, "data");
  switch (textAt(line, "type")) {
    case "tool.execution_start":
      return callBegan(callIdOf(line), textAt(data, "toolName"), valueAt(data, "arguments"));
    case "tool.execution_complete":
      return callEnded(callIdOf(line));
    default:
      return {};
  }
}

/** A sub-agent's lines are mixed with the others and carry its name. */
function runOf(line: Payload): Run | undefined {
  const id = textAt(line, "agentId");
  return id === undefined ? undefined : { id, parent: "root" };
}

/** After Esc the turn is over, and `abort` says so; after a denial with a reason the agent continues. */
function answered(line: Payload): Edge | undefined {
  return textAt(line, "data", "result", "kind") === "cancelled" ? undefined : BUSY;
}

function callIdOf(line: Payload): string | undefined {
  return textAt(line, "data", "toolCallId");
}
