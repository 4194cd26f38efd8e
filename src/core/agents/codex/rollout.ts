import type { SecondSource } from "../../adapter/adapter.ts";
import { errorText } from "../../adapter/error-text.ts";
import { BUSY, COMPLETED, FAILED, IDLE, limitedUntil } from "../../adapter/evidence.ts";
import { firstLine } from "../../adapter/last-message.ts";
import { countAt, given, listAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { lineReader } from "../../adapter/read-line.ts";
import { callEnded } from "../../adapter/tool-call.ts";
import { SUB_AGENTS } from "./sub-agents.ts";
import { countIn, modelIn } from "./usage.ts";

/** Reports failures, interrupts and messages. A waiting approval leaves no line here, so a line is an event and never the state. */
export const ROLLOUT: SecondSource = {
  unit: "line",
  tellsWords: true,
  path: ({ transcript }) => transcript ?? null,
  subAgents: SUB_AGENTS,
  read: lineReader("codex", (line) => {
    const event_type = textAt(line, "payload", "type") ?? "";
    // no hook reports the end of a declined call
    if (textAt(line, "type") === "response_item" && event_type.endsWith("_call_output"))
      return { event_type, ...callEnded(textAt(line, "payload", "call_id")) };
    if (textAt(line, "type") === "turn_context") return { event_type: "turn_context", ...modelIn(line) };
    if (textAt(line, "type") !== "event_msg") return null;
    const turn = given({ turn: textAt(line, "payload", "turn_id") });
    const error = valueAt(line, "payload", "error") ?? null;
    switch (event_type) {
      case "task_started":
        return { event_type, evidence: BUSY, ...turn };
      case "token_count":
        return { event_type, ...countIn(line) };
      case "task_complete":
        return error === null
          ? { event_type, evidence: COMPLETED, ...turn, retold: textAt(line, "payload", "last_agent_message") ?? "" }
          : { event_type, evidence: failureOf(line), message: errorWords(error), ...turn };
      case "turn_aborted":
        return { event_type, evidence: IDLE, ...turn };
      case "item_completed":
        return textAt(line, "payload", "item", "type") === "AgentMessage"
          ? { event_type: "message", said: messageOf(line), ...turn }
          : null;
      default:
        return null;
    }
  }),
};

/** When the limit resets is in the count of tokens before it. */
function failureOf(line: Payload) {
  const isLimit = textAt(line, "payload", "error", "codex_error_info") === "usage_limit_exceeded";
  return isLimit ? limitedUntil(null, false) : FAILED;
}

/** The error's own message, else its kind and status. */
function errorWords(error: unknown): string {
  const info = valueAt(error, "codex_error_info");
  const [name, about] = typeof info === "string" ? [info] : (Object.entries(info ?? {})[0] ?? []);
  const status = countAt(about, "http_status_code");
  const kind = [name?.replaceAll("_", " "), status > 0 && `status ${status}`].filter(Boolean).join(", ");
  return firstLine(errorText(textAt(error, "message") ?? "")) || (kind === "" ? "" : `an API error (${kind})`);
}

function messageOf(line: Payload): string {
  return listAt(line, "payload", "item", "content")
    .map((part) => textAt(part, "text") ?? "")
    .join("\n");
}
