import { approvalOf, questionOf } from "../../adapter/asked.ts";
import {
  APPROVAL,
  BUSY,
  begins,
  COMPACTING,
  COMPLETED,
  FAILED,
  IDLE,
  IN_BACKGROUND,
  INPUT,
  NOTHING,
  weak,
  working,
} from "../../adapter/evidence.ts";
import { firstLine } from "../../adapter/last-message.ts";
import { type Dialect, type Meaning, silent } from "../../adapter/normalize-by.ts";
import { given, listAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { callBegan, callEnded, describeCall, taskOf } from "../../adapter/tool-call.ts";
import { contentId } from "../../engine/content-id.ts";

const QUESTION = "ask_user_question";

export const DIALECT: Dialect = {
  agent: "qwen",
  source: "hook",
  events: {
    UserPromptSubmit: prompted,
    PermissionRequest: asked,
    // after a person has allowed it
    PreToolUse: (payload) => ({
      ...toolMoved(payload),
      ...callBegan(callIn(payload), textAt(payload, "tool_name"), valueAt(payload, "tool_input")),
    }),
    PostToolUse: (payload) => ({ ...toolMoved(payload), ...callEnded(callIn(payload)) }),
    // Esc while a tool runs ends the turn
    PostToolUseFailure: (payload) => ({
      ...(valueAt(payload, "is_interrupt") === true ? { evidence: IDLE } : toolMoved(payload)),
      ...callEnded(callIn(payload)),
    }),
    PostToolBatch: batchEnded,
    Stop: stopped,
    StopFailure: (payload) => ({ evidence: FAILED, message: firstLine(textAt(payload, "error_details")) }),
    PreCompact: COMPACTING,
    // a compaction that a person asked for ends with this event only; an automatic one is part of a turn
    PostCompact: (payload) => (textAt(payload, "trigger") === "manual" ? COMPLETED : NOTHING),
    SessionStart: (payload) =>
      textAt(payload, "source") === "compact" ? NOTHING : { evidence: begins(IDLE), doing: { cleared: true } },
    SessionEnd: begins(IDLE),
    SubagentStart: BUSY,
    SubagentStop: COMPLETED,
    Notification: notified,
    ...silent(
      "InstructionsLoaded",
      "MessageDisplay",
      "PermissionDenied",
      "SessionDelete",
      "TodoCompleted",
      "TodoCreated",
      "UserPromptExpansion",
    ),
  },
  common: (payload) => {
    // its prompt_id names no turn: the report of a sub-agent and the next prompt have the same
    const [session_id, run] = [textAt(payload, "session_id"), textAt(payload, "agent_id")];
    return {
      ...given({ session_id, cwd: textAt(payload, "cwd"), transcript: textAt(payload, "transcript_path") }),
      // every event inside a sub-agent names it
      ...(run !== undefined && { run: { id: run, parent: session_id ?? "" } }),
    };
  },
};

/** Also sent, without a prompt, when the results of tools go to the model. */
function prompted(payload: Payload): Meaning {
  const prompt = textAt(payload, "prompt");
  return prompt === undefined ? { evidence: NOTHING } : { evidence: begins(BUSY), ...taskOf(prompt) };
}

function asked(payload: Payload): Meaning {
  const [tool, input] = [textAt(payload, "tool_name"), valueAt(payload, "tool_input")];
  const isQuestion = tool === QUESTION;
  return {
    evidence: isQuestion ? INPUT : APPROVAL,
    subject: subjectOf(payload),
    message: describeCall(tool, input),
    ...given({ question: isQuestion ? questionOf(listAt(input, "questions")) : approvalOf(tool, input) }),
  };
}

/** A request does not have the id of its call, but its whole input. */
function subjectOf(payload: Payload): string {
  const tool = textAt(payload, "tool_name") ?? "";
  return contentId(tool, tool === QUESTION ? "" : JSON.stringify(valueAt(payload, "tool_input") ?? null));
}

function toolMoved(payload: Payload): Meaning {
  return { evidence: working(textAt(payload, "tool_name")), subject: subjectOf(payload) };
}

function callIn(payload: Payload): string | undefined {
  return textAt(payload, "tool_call_id") ?? textAt(payload, "tool_use_id");
}

/** Calls that were all denied or interrupted end the turn; of others the model is told. */
function batchEnded(payload: Payload): Meaning {
  const calls = listAt(payload, "tool_calls");
  const isOver = calls.length > 0 && calls.every((call) => textAt(call, "status") === "cancelled");
  const ended = calls.flatMap((call) => callIn(call as Payload) ?? []);
  return { evidence: isOver ? IDLE : NOTHING, doing: { ended } };
}

/** While sub-agents work in the background this is a pause, and another Stop follows; those that have ended stay in the list. */
function stopped(payload: Payload): Meaning {
  const said = textAt(payload, "last_assistant_message") ?? "";
  const isOver = !listAt(payload, "background_tasks").some((task) => textAt(task, "status") === "running");
  return { evidence: isOver ? COMPLETED : IN_BACKGROUND, message: isOver ? firstLine(said) : "", retold: said };
}

/** It tells of every return to the prompt, however the turn ended: nothing else tells of Esc while it thinks. */
function notified(payload: Payload): Meaning {
  return { evidence: textAt(payload, "notification_type") === "idle_prompt" ? weak(IDLE) : NOTHING };
}
