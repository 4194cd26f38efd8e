import type { SecondSource } from "../adapter.ts";
import { BUSY, COMPLETED, FAILED, IDLE } from "../evidence.ts";
import { firstLine } from "../last-message.ts";
import { given, textAt } from "../payload.ts";
import { lineReader } from "../read-line.ts";

/** Tells failures and interrupts; an approval that waits leaves no line here, so this is news and never the state. */
export const ROLLOUT: SecondSource = {
  unit: "line",
  path: ({ transcript }) => transcript ?? null,
  read: lineReader("codex", (line) => {
    if (textAt(line, "type") !== "event_msg") return null;
    const event_type = textAt(line, "payload", "type") ?? "";
    const turn = given({ turn: textAt(line, "payload", "turn_id") });
    const error = textAt(line, "payload", "error", "message");
    switch (event_type) {
      case "task_started":
        return { event_type, evidence: BUSY, ...turn };
      case "task_complete":
        return error === undefined
          ? { event_type, evidence: COMPLETED, ...turn }
          : { event_type, evidence: FAILED, message: firstLine(error), ...turn };
      case "turn_aborted":
        return { event_type, evidence: IDLE, ...turn };
      default:
        return null;
    }
  }),
};
