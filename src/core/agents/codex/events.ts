import { approvalOf, questionOf, shortened } from "../../adapter/asked.ts";
import {
  APPROVAL,
  BUSY,
  begins,
  COMPACTING,
  COMPLETED,
  IDLE,
  INPUT,
  NOTHING,
  UNSUPPORTED,
  working,
} from "../../adapter/evidence.ts";
import { firstLine } from "../../adapter/last-message.ts";
import { type Dialect, type Meaning, silent } from "../../adapter/normalize-by.ts";
import { given, listAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { callBegan, callEnded, describeCall, taskOf } from "../../adapter/tool-call.ts";
import type { QuestionWords } from "../../protocol/actions/questions.ts";
import type { Run } from "../../protocol/events/event.ts";

export const DIALECT: Dialect = {
  agent: "codex",
  source: "hook",
  events: {
    UserPromptSubmit: (payload) => ({ evidence: begins(BUSY), ...taskOf(textAt(payload, "prompt")) }),
    PreToolUse: beforeTool,
    PostToolUse: (payload) => ({ ...toolMoved(payload), ...callEnded(textAt(payload, "tool_use_id")) }),
    PermissionRequest: (payload) => ({
      evidence: APPROVAL,
      message: callIn(payload),
      question: approvalIn(textAt(payload, "tool_name"), valueAt(payload, "tool_input")),
    }),
    Stop: (payload) => ended(textAt(payload, "last_assistant_message")),
    Interrupt: IDLE,
    // for a cleared conversation this comes a minute late
    SessionEnd: IDLE,
    PreCompact: COMPACTING,
    PostCompact: (payload) => (textAt(payload, "trigger") === "manual" ? COMPLETED : NOTHING),
    notify: notified,
    // the session starts with the first prompt, which says more
    ...silent("SessionStart", "PreModelRequest", "PostModelRequest", "SubagentStart", "SubagentStop"),
  },
  common: (payload) =>
    given({
      session_id: textAt(payload, "session_id") ?? textAt(payload, "thread-id"),
      cwd: textAt(payload, "cwd"),
      transcript: textAt(payload, "transcript_path"),
      turn: textAt(payload, "turn_id") ?? textAt(payload, "turn-id"),
      run: childRun(payload),
    }),
};

/** A sub-agent's events carry the session of its parent. */
function childRun(payload: Payload): Run | undefined {
  const id = textAt(payload, "agent_id");
  return id === undefined ? undefined : { id, parent: textAt(payload, "session_id") ?? "" };
}

/** A question has no permission request. */
function beforeTool(payload: Payload): Meaning {
  const [id, tool] = [textAt(payload, "tool_use_id"), textAt(payload, "tool_name")];
  if (tool !== "request_user_input")
    return { ...toolMoved(payload), ...callBegan(id, tool, valueAt(payload, "tool_input")) };
  const question = questionOf(listAt(payload, "tool_input", "questions"));
  return { evidence: INPUT, message: callIn(payload), ...given({ question }), ...subjectOf(payload) };
}

function toolMoved(payload: Payload): Meaning {
  return { evidence: working(textAt(payload, "tool_name")), ...subjectOf(payload) };
}

function subjectOf(payload: Payload) {
  return given({ subject: textAt(payload, "tool_use_id") });
}

function callIn(payload: Payload): string {
  return describeCall(textAt(payload, "tool_name"), valueAt(payload, "tool_input"));
}

function ended(said = ""): Meaning {
  return { evidence: COMPLETED, message: firstLine(said), retold: said };
}

const TITLE_THREAD = "Generate a concise, single-line task title";

/** A hidden thread generates the title, and its end is reported like any other. */
function notified(payload: Payload): Meaning {
  const isTitleThread = textAt(payload, "input-messages", 0)?.startsWith(TITLE_THREAD) === true;
  switch (textAt(payload, "type")) {
    case "agent-turn-complete":
      return isTitleThread
        ? { source: "notify", evidence: NOTHING }
        : { source: "notify", ...ended(textAt(payload, "last-assistant-message")) };
    case "approval-requested":
      return { source: "notify", evidence: APPROVAL };
    default:
      return { source: "notify", evidence: UNSUPPORTED };
  }
}

/** Its dialog has the arguments of a tool of an MCP server as rows of names and values. */
function approvalIn(tool: string | undefined, input: unknown): QuestionWords {
  const asked = approvalOf(tool, input);
  if (tool === undefined || !tool.startsWith("mcp__")) return asked;
  const { is_diff: _, detail: __, ...rest } = asked;
  const rows = Object.entries(input ?? {}).map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return rows.length === 0 ? rest : { ...rest, detail: shortened(rows.join("\n")) };
}
