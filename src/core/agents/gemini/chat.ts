import type { SecondSource } from "../../adapter/adapter.ts";
import { COMPLETED, FAILED, IDLE, limitedUntil, weak } from "../../adapter/evidence.ts";
import { firstLine } from "../../adapter/last-message.ts";
import { given, listAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { lineReader } from "../../adapter/read-line.ts";
import { callId } from "./events.ts";
import { usageIn } from "./usage.ts";

const LIMIT = /\b(?:exhausted your (?:daily )?quota|exceeded your current quota|usage limit reached)\b/i;

/** Reports how a turn ended, which the hook does not say, and each complete message. */
export const CHAT: SecondSource = {
  unit: "line",
  tellsWords: true,
  path: ({ transcript }) => transcript ?? null,
  // named when the sub-agent has ended
  subAgents: {
    named: /"agentId":"([\w-]{1,80})"/g,
    paths: (id, { transcript = "", session_id }) =>
      session_id === undefined ? [] : [`${transcript.replace(/[^/]*$/, session_id)}/${id}.jsonl`],
  },
  read: lineReader("gemini", (line) => {
    const words = textAt(line, "content") ?? textAt(line, "content", 0, "text");
    switch (textAt(line, "type")) {
      case "error":
        return {
          event_type: "error",
          evidence: LIMIT.test(words ?? "") ? limitedUntil(null, false) : FAILED,
          message: firstLine(words),
        };
      case "info":
        // the notice of a conversation that was compressed has no words
        if (valueAt(line, "content") === "") return { event_type: "compressed", evidence: weak(COMPLETED) };
        return words === "Request cancelled." ? { event_type: "cancelled", evidence: IDLE } : null;
      case "gemini":
        // the whole message is written again when a tool that it called has ended
        return { event_type: "message", ...given({ retold: words }), ...endedIn(line), ...usageIn(line) };
      default:
        return null;
    }
  }),
};

/** Calls are written when they are over. For a cancelled one there may be no hook. */
function endedIn(line: Payload) {
  const ended = listAt(line, "toolCalls").map((call) => callId(textAt(call, "name"), valueAt(call, "args")));
  return ended.length === 0 ? {} : { doing: { ended } };
}
