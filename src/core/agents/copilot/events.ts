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
} from "../evidence.ts";
import { firstLine } from "../last-message.ts";
import { type Dialect, each, type Meaning, silent } from "../normalize-by.ts";
import { given, type Payload, textAt } from "../payload.ts";

/** It says of every failed attempt that it can be recovered, the last one included; so nobody knows for longer. */
const ATTEMPT_MS = 5_000;
/** No event ends it. */
const COMPACTION_MS = 30_000;

export const DIALECT: Dialect = {
  agent: "copilot",
  source: "hook",
  events: {
    userPromptSubmitted: begins(BUSY),
    ...each(["preToolUse", "postToolUse"], (payload) => working(textAt(payload, "toolName"))),
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
    // the session starts with the first prompt; a permission request comes also where no dialog follows
    ...silent("sessionStart", "permissionRequest"),
  },
  common: (payload) => {
    const parent = textAt(payload, "parentAgentId");
    return {
      ...given({
        // a sub-agent has a session of its own, which nobody else knows
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
