import { aboutOf, questionOf } from "../../adapter/asked.ts";
import {
  APPROVAL,
  BUSY,
  begins,
  believedFor,
  COMPLETED,
  FAILED,
  IDLE,
  INPUT,
  RETRYING,
  UNSUPPORTED,
  WORK_ONLY,
  weak,
} from "../../adapter/evidence.ts";
import { firstLine } from "../../adapter/last-message.ts";
import { type Dialect, type Meaning, silent } from "../../adapter/normalize-by.ts";
import { countAt, given, listAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { callBegan, callEnded, taskOf } from "../../adapter/tool-call.ts";
import type { QuestionWords } from "../../protocol/actions/questions.ts";
import type { Edge } from "../../protocol/events/event.ts";
import { usageIn } from "./usage.ts";

/** A session may be created without ever getting a prompt. */
const CREATED_MS = 10_000;

/** Events as our plugin drops them: the agent's own, with the parent of a sub-agent's session added. */
export function dialectOf(agent: string): Dialect {
  return {
    agent,
    source: "plugin",
    events: {
      "plugin.init": begins(IDLE),
      "session.created": begins(believedFor(CREATED_MS, BUSY)),
      "chat.message": (payload) => ({ evidence: begins(BUSY), ...taskOf(textAt(payload, "prompt")) }),
      "session.status": statusChanged,
      // also sent after an abort or an error, which are reported before it
      "session.idle": (payload) => {
        const said = textAt(payload, "last_message") ?? "";
        return { evidence: weak(COMPLETED), message: firstLine(said), retold: said };
      },
      // the turn goes on
      "message.said": (payload) => ({ evidence: WORK_ONLY, said: textAt(payload, "last_message") ?? "" }),
      "message.used": (payload) => ({ evidence: WORK_ONLY, ...usageIn(payload) }),
      "tool.execute.before": (payload) => ({
        evidence: WORK_ONLY,
        ...callBegan(textAt(payload, "callID"), textAt(payload, "tool"), valueAt(payload, "args")),
      }),
      "tool.execute.after": (payload) => ({ evidence: WORK_ONLY, ...callEnded(textAt(payload, "callID")) }),
      "session.error": failed,
      "permission.asked": (payload) => ({
        evidence: APPROVAL,
        message: permissionIn(payload),
        question: permissionQuestion(payload),
        ...requestOf(payload),
      }),
      "permission.replied": (payload) =>
        textAt(payload, "properties", "reply") === "reject" ? IDLE : { evidence: BUSY, ...requestOf(payload) },
      "question.asked": (payload) => ({
        evidence: INPUT,
        message: firstLine(textAt(payload, "properties", "questions", 0, "question")),
        ...given({ question: questionOf(listAt(payload, "properties", "questions")) }),
        ...requestOf(payload),
      }),
      "question.replied": (payload) => ({ evidence: BUSY, ...requestOf(payload) }),
      "question.rejected": IDLE,
      ...silent("session.compacted"),
    },
    common: (payload) => {
      const id = textAt(payload, "properties", "sessionID") ?? textAt(payload, "sessionID");
      const parent = textAt(payload, "parentID") ?? textAt(payload, "properties", "info", "parentID");
      return {
        ...given({
          session_id: parent ?? id,
          transcript: textAt(payload, "transcript"),
          cwd: textAt(payload, "directory") ?? textAt(payload, "properties", "info", "directory"),
        }),
        ...(parent !== undefined && { run: { id: id ?? "sub-agent", parent } }),
      };
    },
  };
}

function statusChanged(payload: Payload): Meaning {
  const status = valueAt(payload, "properties", "status");
  switch (textAt(status, "type")) {
    case "busy":
      return { evidence: BUSY };
    case "retry":
      return { evidence: retrying(countAt(status, "next")), message: firstLine(textAt(status, "message")) };
    case "idle":
      return { evidence: weak(COMPLETED) };
    default:
      return { evidence: UNSUPPORTED };
  }
}

/** `next`: when it tries again, in ms. A limit of the account makes it wait for long. */
function retrying(next: number): Edge {
  return next > 0 ? { ...RETRYING, limited: { until: next, resumes: true } } : RETRYING;
}

function failed(payload: Payload): Meaning {
  const error = valueAt(payload, "properties", "error");
  if (textAt(error, "name") === "MessageAbortedError") return { evidence: IDLE };
  return { evidence: FAILED, message: firstLine(textAt(error, "data", "message") ?? textAt(error, "name")) };
}

function requestOf(payload: Payload) {
  return given({ subject: textAt(payload, "properties", "requestID") ?? textAt(payload, "properties", "id") });
}

export function permissionQuestion(payload: Payload): QuestionWords {
  return {
    kind: "approval",
    text: permissionIn(payload),
    ...aboutOf(valueAt(payload, "properties", "metadata")),
  };
}

function permissionIn(payload: Payload): string {
  const wanted = valueAt(payload, "properties");
  const what =
    textAt(wanted, "metadata", "command") ??
    listAt(wanted, "patterns")
      .filter((pattern) => typeof pattern === "string")
      .join(", ");
  return [textAt(wanted, "permission"), firstLine(what)].filter(Boolean).join(": ");
}
