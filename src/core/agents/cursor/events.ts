import {
  BUSY,
  begins,
  believedFor,
  COMPACTING,
  COMPLETED,
  FAILED,
  IDLE,
  OVER,
  working,
} from "../../adapter/evidence.ts";
import { type Dialect, each, type Meaning, silent } from "../../adapter/normalize-by.ts";
import { given, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { callBegan, callEnded, taskOf } from "../../adapter/tool-call.ts";
import type { Edge } from "../../protocol/events/event.ts";

/** No event ends it. */
const COMPACTION_MS = 30_000;

/** From https://cursor.com/docs/hooks.md. */
export const DIALECT: Dialect = {
  agent: "cursor",
  source: "hook",
  events: {
    beforeSubmitPrompt: (payload) => ({ evidence: begins(BUSY), ...taskOf(textAt(payload, "prompt")) }),
    preToolUse: (payload) => ({
      ...toolMoved(payload),
      ...callBegan(textAt(payload, "tool_use_id"), textAt(payload, "tool_name"), valueAt(payload, "tool_input")),
    }),
    ...each(["postToolUse", "postToolUseFailure"], (payload) => ({
      ...toolMoved(payload),
      ...callEnded(textAt(payload, "tool_use_id")),
    })),
    ...each(["beforeShellExecution", "afterShellExecution"], working("Shell")),
    ...each(["beforeMCPExecution", "afterMCPExecution"], (payload) => working(textAt(payload, "tool_name"))),
    ...each(["beforeReadFile", "afterFileEdit", "afterAgentThought"], BUSY),
    afterAgentResponse: (payload) => ({ evidence: BUSY, said: textAt(payload, "text") ?? "" }),
    preCompact: (payload) =>
      textAt(payload, "trigger") === "manual" ? believedFor(COMPACTION_MS, COMPACTING) : COMPACTING,
    stop: (payload) => endOf(textAt(payload, "status")),
    sessionEnd: begins(IDLE),
    subagentStart: (payload) => ({ evidence: BUSY, ...childRun(payload) }),
    subagentStop: (payload) => ({ evidence: COMPLETED, ...childRun(payload) }),
    // whether it comes with the start or with the first prompt is not documented; the others are the editor's
    ...silent("sessionStart", "beforeTabFileRead", "afterTabFileEdit", "workspaceOpen"),
  },
  common: (payload) =>
    given({
      session_id: textAt(payload, "conversation_id"),
      cwd: textAt(payload, "cwd") ?? textAt(payload, "workspace_roots", 0),
      transcript: textAt(payload, "transcript_path"),
      turn: textAt(payload, "generation_id"),
    }),
};

function toolMoved(payload: Payload): Meaning {
  return { evidence: working(textAt(payload, "tool_name")), ...given({ subject: textAt(payload, "tool_use_id") }) };
}

function endOf(status: string | undefined): Edge {
  switch (status) {
    case "completed":
      return COMPLETED;
    case "aborted":
      return IDLE;
    case "error":
      return FAILED;
    default:
      return OVER;
  }
}

function childRun(payload: Payload) {
  const parent = textAt(payload, "parent_conversation_id") ?? textAt(payload, "conversation_id") ?? "";
  return { run: { id: textAt(payload, "subagent_id") ?? "sub-agent", parent } };
}
