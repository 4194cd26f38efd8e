import { contentId } from "../../engine/content-id.ts";
import { approvalOf, questionOf } from "../asked.ts";
import { APPROVAL, BUSY, begins, COMPACTING, COMPLETED, FAILED, IDLE, INPUT, NOTHING, working } from "../evidence.ts";
import { firstLine } from "../last-message.ts";
import { type Dialect, each, type Meaning, silent } from "../normalize-by.ts";
import { given, listAt, type Payload, textAt, valueAt } from "../payload.ts";
import { describeCall } from "../tool-call.ts";

export const DIALECT: Dialect = {
  agent: "claude",
  source: "hook",
  events: {
    // also for a message that waits in the queue and for the report of a background task
    UserPromptSubmit: begins(BUSY),
    ...each(["PreToolUse", "PostToolUse", "PostToolUseFailure"], toolMoved),
    PermissionRequest: asked,
    Stop: stopped,
    StopFailure: (payload) => ({ evidence: FAILED, message: firstLine(textAt(payload, "last_assistant_message")) }),
    PreCompact: COMPACTING,
    // nothing else ends a compaction that a person asked for; one of its own is part of a turn
    PostCompact: (payload) => (textAt(payload, "trigger") === "manual" ? COMPLETED : NOTHING),
    SessionStart: (payload) => (textAt(payload, "source") === "compact" ? NOTHING : begins(IDLE)),
    SessionEnd: begins(IDLE),
    SubagentStart: BUSY,
    SubagentStop: COMPLETED,
    // late echoes: of a dialog after 6 s, of an end after 60 s; no question is asked
    ...silent("Notification", "MessageDisplay", "PostToolBatch"),
  },
  common: (payload) => ({
    ...given({
      session_id: textAt(payload, "session_id"),
      cwd: textAt(payload, "cwd"),
      transcript: textAt(payload, "transcript_path"),
      turn: textAt(payload, "prompt_id"),
    }),
    ...childRun(payload),
  }),
};

/** Inside a sub-agent every event names it. */
function childRun(payload: Payload) {
  const id = textAt(payload, "agent_id");
  return id === undefined ? {} : { run: { id, parent: textAt(payload, "session_id") ?? "" } };
}

function toolMoved(payload: Payload): Meaning {
  return { evidence: working(textAt(payload, "tool_name")), subject: callOf(payload) };
}

function asked(payload: Payload): Meaning {
  const tool = textAt(payload, "tool_name");
  const input = valueAt(payload, "tool_input");
  const question = tool === "AskUserQuestion" ? questionOf(listAt(input, "questions")) : approvalOf(tool, input);
  return {
    evidence: tool === "AskUserQuestion" ? INPUT : APPROVAL,
    subject: callOf(payload),
    message: describeCall(tool, input),
    ...given({ question }),
  };
}

/** One at a time, and its input grows by what the person answers. */
const CONVERSES = new Set(["AskUserQuestion", "ExitPlanMode"]);

/** A permission request has no id of its call, but all of its input. */
function callOf(payload: Payload): string {
  const tool = textAt(payload, "tool_name") ?? "";
  return contentId(tool, CONVERSES.has(tool) ? "" : JSON.stringify(valueAt(payload, "tool_input") ?? null));
}

/** With sub-agents still at work in the background it is a pause, and another Stop will follow. A command, such as a server, may run for days. */
function stopped(payload: Payload): Meaning {
  const said = textAt(payload, "last_assistant_message") ?? "";
  const isOver = listAt(payload, "background_tasks").every((task) => textAt(task, "type") === "shell");
  return { evidence: isOver ? COMPLETED : BUSY, message: isOver ? firstLine(said) : "", said };
}
