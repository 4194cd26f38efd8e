import type { AgentSignal } from "../../adapter/adapter.ts";
import {
  APPROVAL,
  BUSY,
  begins,
  COMPACTING,
  COMPLETED,
  FAILED,
  IDLE,
  INPUT,
  limitedUntil,
  NOTHING,
  working,
} from "../../adapter/evidence.ts";
import { firstLine } from "../../adapter/last-message.ts";
import { type Dialect, each, type Meaning, silent } from "../../adapter/normalize-by.ts";
import { given, listAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { callBegan, callEnded, describeCall, taskOf } from "../../adapter/tool-call.ts";
import { subjectOf, toolName, wordsOf } from "./decisions.ts";

export const DIALECT: Dialect = {
  agent: "claude",
  source: "hook",
  events: {
    // also sent for a message that waits in the queue, and for the report of a background task
    UserPromptSubmit: (payload) => ({ evidence: begins(BUSY), ...taskOf(personsWords(textAt(payload, "prompt"))) }),
    PreToolUse: (payload) => ({
      ...toolMoved(payload),
      ...callBegan(callIn(payload), textAt(payload, "tool_name"), valueAt(payload, "tool_input")),
    }),
    ...each(["PostToolUse", "PostToolUseFailure"], (payload) => ({
      ...toolMoved(payload),
      ...callEnded(callIn(payload)),
    })),
    PermissionRequest: asked,
    Stop: stopped,
    StopFailure: stoppedShort,
    PreCompact: COMPACTING,
    // a compaction that a person asked for ends with this event only; an automatic one is part of a turn
    PostCompact: (payload) => (textAt(payload, "trigger") === "manual" ? COMPLETED : NOTHING),
    SessionStart: (payload, signal) =>
      textAt(payload, "source") === "compact" || isInBackground(signal)
        ? NOTHING
        : { evidence: begins(IDLE), doing: { cleared: true } },
    SessionEnd: (_payload, signal) => (isInBackground(signal) ? NOTHING : begins(IDLE)),
    SubagentStart: BUSY,
    SubagentStop: COMPLETED,
    // late repetitions, 6 s after a dialog and 60 s after an end: not new questions
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

/**
 * Claude's agent view moves the conversation to a process outside the pane and starts a spare one there: nothing begins
 * or ends in the pane.
 */
function isInBackground({ pane }: AgentSignal): boolean {
  return pane === null;
}

/** Every event inside a sub-agent names the sub-agent. */
function childRun(payload: Payload) {
  const id = textAt(payload, "agent_id");
  return id === undefined ? {} : { run: { id, parent: textAt(payload, "session_id") ?? "" } };
}

function callIn(payload: Payload): string | undefined {
  return textAt(payload, "tool_use_id");
}

/** Leaves out texts that only look like prompts: reports of background tasks, Claude's own commands and their output. */
export function personsWords(prompt: string | undefined): string | undefined {
  return /^\s*<[a-z-]+>/.test(prompt ?? "") ? undefined : prompt;
}

function toolMoved(payload: Payload): Meaning {
  return { evidence: working(textAt(payload, "tool_name")), subject: subjectOf(payload) };
}

function asked(payload: Payload): Meaning {
  const tool = textAt(payload, "tool_name");
  const input = valueAt(payload, "tool_input");
  return {
    evidence: tool === "AskUserQuestion" ? INPUT : APPROVAL,
    subject: subjectOf(payload),
    message: describeCall(toolName(payload), input),
    ...given({ question: wordsOf(payload) ?? undefined }),
  };
}

/** Its words name the limit of the account, and only its transcript tells when that resets. */
function stoppedShort(payload: Payload): Meaning {
  const message = firstLine(textAt(payload, "last_assistant_message"));
  const isLimit = textAt(payload, "error") === "rate_limit" && /^You've hit your .*\blimit\b/.test(message);
  return { evidence: isLimit ? limitedUntil(null, true) : FAILED, message };
}

/**
 * While sub-agents work in the background this is a pause, and another Stop follows. Background commands are only told of: a
 * server may run for days. Teammates count as running as long as they live, at work or not.
 */
function stopped(payload: Payload): Meaning {
  const said = textAt(payload, "last_assistant_message") ?? "";
  const tasks = listAt(payload, "background_tasks");
  const count = (type: string) => tasks.filter((task) => textAt(task, "type") === type).length;
  const [shells, teammates] = [count("shell"), count("teammate")];
  const isOver = shells + teammates === tasks.length;
  const end = teammates > 0 ? { ...COMPLETED, has_teammates: true } : COMPLETED;
  return {
    evidence: isOver ? end : BUSY,
    message: isOver ? firstLine(said) : "",
    retold: said,
    ...(Array.isArray(valueAt(payload, "background_tasks")) && { doing: { shells } }),
  };
}
