import type { SecondSource } from "../../adapter/adapter.ts";
import { COMPLETED, FAILED, IDLE, weak } from "../../adapter/evidence.ts";
import { firstLine } from "../../adapter/last-message.ts";
import { given, listAt, type Payload, textAt, valueAt } from "../../adapter/payload.ts";
import { lineReader } from "../../adapter/read-line.ts";
import { callId } from "./events.ts";

/** Tells how a turn ended that its hook reports in one word, and each message when it is complete. */
export const CHAT: SecondSource = {
  unit: "line",
  tellsWords: true,
  path: ({ transcript }) => transcript ?? null,
  read: lineReader("gemini", (line) => {
    const words = textAt(line, "content") ?? textAt(line, "content", 0, "text");
    switch (textAt(line, "type")) {
      case "error":
        return { event_type: "error", evidence: FAILED, message: firstLine(words) };
      case "info":
        // the notice of a conversation that was compressed has no words
        if (valueAt(line, "content") === "") return { event_type: "compressed", evidence: weak(COMPLETED) };
        return words === "Request cancelled." ? { event_type: "cancelled", evidence: IDLE } : null;
      case "gemini":
        // told again, whole, when a tool that it called has ended
        return { event_type: "message", ...given({ retold: words }), ...endedIn(line) };
      default:
        return null;
    }
  }),
};

/** It writes its calls when they are over; of one that was cancelled no hook may tell. */
function endedIn(line: Payload) {
  const ended = listAt(line, "toolCalls").map((call) => callId(textAt(call, "name"), valueAt(call, "args")));
  return ended.length === 0 ? {} : { doing: { ended } };
}
