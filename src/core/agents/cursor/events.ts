import type { Edge } from "../../protocol/event.ts";
import { BUSY, begins, believedFor, COMPACTING, COMPLETED, FAILED, IDLE, OVER, working } from "../evidence.ts";
import { type Dialect, each, type Meaning, silent } from "../normalize-by.ts";
import { given, type Payload, textAt } from "../payload.ts";

/** No event ends it. */
const COMPACTION_MS = 30_000;

/** As https://cursor.com/docs/hooks.md tells. */
export const DIALECT: Dialect = {
  agent: "cursor",
  source: "hook",
  events: {
    beforeSubmitPrompt: begins(BUSY),
    ...each(["preToolUse", "postToolUse", "postToolUseFailure"], toolMoved),
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
