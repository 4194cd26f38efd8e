import { approvalOf, questionOf } from "../../adapter/asked.ts";
import {
  APPROVAL,
  BUSY,
  begins,
  believedFor,
  COMPACTING,
  COMPLETED,
  IDLE,
  INPUT,
  NOTHING,
  OVER,
  weak,
  working,
} from "../../adapter/evidence.ts";
import { firstLine } from "../../adapter/last-message.ts";
import { type Dialect, type Meaning, silent } from "../../adapter/normalize-by.ts";
import { given, listAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { callBegan, callEnded, describeCall, taskOf } from "../../adapter/tool-call.ts";
import { contentId } from "../../engine/content-id.ts";

/** Neither the title nor a hook reports the end; the chat file does. */
const COMPRESSING = believedFor(15_000, COMPACTING);

export const DIALECT: Dialect = {
  agent: "gemini",
  source: "hook",
  events: {
    BeforeAgent: (payload) => ({ evidence: begins(BUSY), ...taskOf(textAt(payload, "prompt")) }),
    BeforeTool: beforeTool,
    AfterTool: (payload) => ({
      evidence: working(textAt(payload, "tool_name")),
      ...callEnded(callId(textAt(payload, "tool_name"), valueAt(payload, "tool_input"))),
    }),
    Notification: notified,
    AfterAgent: ended,
    SessionStart: () => ({ evidence: begins(IDLE), doing: { cleared: true } }),
    SessionEnd: begins(IDLE),
    // also sent before every model call, even if nothing is compressed
    PreCompress: (payload) => ({ evidence: textAt(payload, "trigger") === "manual" ? COMPRESSING : NOTHING }),
    ...silent("BeforeModel", "AfterModel", "BeforeToolSelection"),
  },
  common: (payload) =>
    given({
      session_id: textAt(payload, "session_id"),
      cwd: textAt(payload, "cwd"),
      transcript: textAt(payload, "transcript_path"),
    }),
};

function beforeTool(payload: Payload): Meaning {
  const tool = textAt(payload, "tool_name");
  const question = tool === "ask_user" ? questionOf(listAt(payload, "tool_input", "questions")) : undefined;
  const input = valueAt(payload, "tool_input");
  return { evidence: working(tool), ...callBegan(callId(tool, input), tool, input), ...given({ question }) };
}

/** Its hooks give calls no id, so a call is identified by its content. */
export function callId(tool: string | undefined, input: unknown): string {
  return contentId(tool ?? "", JSON.stringify(input ?? null));
}

function notified(payload: Payload): Meaning {
  if (textAt(payload, "notification_type") !== "ToolPermission") return { evidence: NOTHING };
  const details = valueAt(payload, "details");
  // the call before it contained the question, and its screen shows it; the title is "Ask User"
  if (textAt(details, "type") === "ask_user") return { evidence: INPUT };
  const message = describeCall(textAt(details, "title"), details);
  return { evidence: APPROVAL, message, question: approvalOf(textAt(details, "title"), details) };
}

const NO_TEXT = "[no response text]";

/** Also sent after Esc, with the partial answer, and after an error, without one: the chat file says how the turn ended. */
function ended(payload: Payload): Meaning {
  const said = textAt(payload, "prompt_response") ?? NO_TEXT;
  return said === NO_TEXT ? { evidence: OVER } : { evidence: weak(COMPLETED), message: firstLine(said), retold: said };
}
