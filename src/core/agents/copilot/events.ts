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
  RETRYING,
  working,
} from "../../adapter/evidence.ts";
import { firstLine } from "../../adapter/last-message.ts";
import { type Dialect, type Meaning, silent } from "../../adapter/normalize-by.ts";
import { given, listAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { taskOf } from "../../adapter/tool-call.ts";
import type { QuestionWords } from "../../protocol/actions/questions.ts";

/** It calls every failed attempt recoverable, even the last one: after this time the state is unknown. */
const ATTEMPT_MS = 5_000;
/** No event ends it. */
const COMPACTION_MS = 30_000;

export const DIALECT: Dialect = {
  agent: "copilot",
  source: "hook",
  events: {
    userPromptSubmitted: (payload) => ({ evidence: begins(BUSY), ...taskOf(textAt(payload, "prompt")) }),
    preToolUse: called,
    postToolUse: (payload) => working(textAt(payload, "toolName")),
    errorOccurred: (payload) => ({
      evidence: believedFor(ATTEMPT_MS, RETRYING),
      message: firstLine(textAt(payload, "error", "message")),
    }),
    preCompact: (payload) =>
      textAt(payload, "trigger") === "manual" ? believedFor(COMPACTION_MS, COMPACTING) : NOTHING,
    notification: notified,
    agentStop: COMPLETED,
    sessionEnd: begins(IDLE),
    subagentStart: BUSY,
    subagentStop: COMPLETED,
    // the session starts with the first prompt; a permission request may come without a dialog
    ...silent("sessionStart", "permissionRequest"),
  },
  common: (payload) => {
    const parent = textAt(payload, "parentAgentId");
    return {
      ...given({
        // a sub-agent has a session of its own that nothing else names
        session_id: parent ?? textAt(payload, "sessionId"),
        cwd: textAt(payload, "cwd"),
        transcript: parent === undefined ? textAt(payload, "transcriptPath") : undefined,
      }),
      ...(parent !== undefined && { run: { id: textAt(payload, "agentId") ?? "sub-agent", parent } }),
    };
  },
};

/** `Run command: …`, with all of its lines. */
function detailIn(payload: Payload) {
  const [, detail] = /^[^:\n]*: (.+)$/s.exec(textAt(payload, "message") ?? "") ?? [];
  return given({ detail });
}

/** The notification of a question does not contain the question; the tool call does. */
function called(payload: Payload): Meaning {
  const tool = textAt(payload, "toolName");
  const question = tool === "ask_user" ? askedBy(valueAt(payload, "toolArgs")) : undefined;
  return { evidence: working(tool), ...given({ question }) };
}

/** A form whose fields are asked one after the other. */
function askedBy(form: unknown): QuestionWords | undefined {
  const text = textAt(form, "message");
  if (text === undefined) return undefined;
  const fields = Object.values(valueAt(form, "requestedSchema", "properties") ?? {});
  const labels = listAt(fields[0], "enum").filter((label) => typeof label === "string");
  return {
    kind: labels.length > 0 ? "choice" : "text",
    text,
    ...(labels.length > 0 && { options: labels.map((label) => ({ value: label, label })) }),
    free: true,
    ...(fields.length > 1 && { part: { n: 1, of: fields.length } }),
  };
}

function notified(payload: Payload): Meaning {
  const message = firstLine(textAt(payload, "message"));
  switch (textAt(payload, "notification_type")) {
    case "permission_prompt":
      return { evidence: APPROVAL, message, question: { kind: "approval", text: message, ...detailIn(payload) } };
    case "elicitation_dialog":
      return { evidence: INPUT, message };
    default:
      return { evidence: NOTHING };
  }
}
