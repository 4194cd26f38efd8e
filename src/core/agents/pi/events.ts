import {
  APPROVAL,
  BUSY,
  begins,
  COMPACTING,
  COMPLETED,
  FAILED,
  IDLE,
  INPUT,
  NOTHING,
  WORK_ONLY,
} from "../../adapter/evidence.ts";
import { firstLine } from "../../adapter/last-message.ts";
import type { Dialect, Meaning } from "../../adapter/normalize-by.ts";
import { countAt, given, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { callBegan, callEnded, taskOf } from "../../adapter/tool-call.ts";
import type { Evidence } from "../../protocol/events/event.ts";
import { compactionUsageIn, usageIn } from "./usage.ts";

/** A failed turn that ends so long after its last attempt was waiting for another one. */
const WAITS_MS = 250;

/** Events as our extension drops them. */
export const DIALECT: Dialect = {
  agent: "pi",
  source: "plugin",
  events: {
    session_start: (payload) => ({
      evidence: begins(IDLE),
      ...(textAt(payload, "reason") === "new" && { doing: { cleared: true } }),
    }),
    session_shutdown: (payload) => (textAt(payload, "reason") === "quit" ? IDLE : NOTHING),
    before_agent_start: (payload) => ({ evidence: begins(BUSY), ...taskOf(textAt(payload, "prompt")) }),
    // each attempt begins with this one; only agent_settled is the end
    agent_start: BUSY,
    agent_settled: settled,
    message_end: (payload) => ({ evidence: WORK_ONLY, said: textAt(payload, "text") ?? "", ...usageIn(payload) }),
    tool_execution_start: (payload) => ({
      evidence: WORK_ONLY,
      ...callBegan(textAt(payload, "toolCallId"), textAt(payload, "toolName"), valueAt(payload, "args")),
    }),
    tool_execution_end: (payload) => ({ evidence: WORK_ONLY, ...callEnded(textAt(payload, "toolCallId")) }),
    ui_prompt_start: (payload) => ({ evidence: asked(payload), message: firstLine(textAt(payload, "title")) }),
    ui_prompt_end: (payload) => {
      if (asked(payload) === NOTHING) return NOTHING;
      return valueAt(payload, "is_idle") === true ? IDLE : BUSY;
    },
    session_before_compact: COMPACTING,
    // the turn goes on after a compaction that pi began by itself
    session_compact: (payload) => ({ evidence: isManual(payload) ? COMPLETED : BUSY, ...compactionUsageIn(payload) }),
    session_compact_failed: (payload) => {
      if (!isManual(payload)) return BUSY;
      // it has not begun
      if (/\bNothing to compact\b/.test(textAt(payload, "failure") ?? "")) return NOTHING;
      return valueAt(payload, "aborted") === true ? IDLE : failed(payload);
    },
  },
  common: (payload) =>
    given({
      session_id: textAt(payload, "session_id"),
      transcript: textAt(payload, "transcript"),
      cwd: textAt(payload, "cwd"),
    }),
};

/** A dialog of an extension. A screen of its own (`custom`) may be a viewer. */
function asked(payload: Payload): Evidence {
  switch (textAt(payload, "kind")) {
    case "confirm":
      return APPROVAL;
    case "select":
    case "input":
    case "editor":
      return INPUT;
    default:
      return NOTHING;
  }
}

function settled(payload: Payload): Meaning {
  const said = textAt(payload, "last_message") ?? "";
  const failure = textAt(payload, "failure");
  // Esc while it waits for its next attempt is no abort for it; a failure without one ends the turn at once
  const isCancelled = failure !== undefined && countAt(payload, "waited") > WAITS_MS;
  if (valueAt(payload, "aborted") === true || isCancelled) return { evidence: IDLE, retold: said };
  if (failure !== undefined) return { ...failed(payload), retold: said };
  return { evidence: COMPLETED, message: firstLine(said), retold: said };
}

function failed(payload: Payload): Meaning {
  return { evidence: FAILED, message: firstLine(textAt(payload, "failure")) };
}

function isManual(payload: Payload): boolean {
  return textAt(payload, "reason") === "manual";
}
