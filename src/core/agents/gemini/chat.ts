import type { SecondSource } from "../adapter.ts";
import { COMPLETED, FAILED, IDLE, weak } from "../evidence.ts";
import { firstLine } from "../last-message.ts";
import { textAt, valueAt } from "../payload.ts";
import { lineReader } from "../read-line.ts";

/** Tells how a turn ended that its hook reports in one word. */
export const CHAT: SecondSource = {
  unit: "line",
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
      default:
        return null;
    }
  }),
};
