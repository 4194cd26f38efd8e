import { expect, it } from "vitest";
import { wordsByEvent } from "../../../../test/accuracy/recorded-words.ts";
import { kilo } from "./adapter.ts";

it("[AD6] Kilo's recorded events are read as OpenCode's", () => {
  expect(wordsByEvent(kilo)).toEqual({
    "plugin.init": ["begin rest idle"],
    "session.created": ["begin busy for 10 s", "child begin busy for 10 s"],
    "chat.message": ["begin busy", "child begin busy"],
    "session.status": ["busy", "busy retrying", "child busy", "child weak rest completed", "weak rest completed"],
    "session.idle": ["child weak rest completed", "weak rest completed"],
    "session.error": ["rest error", "rest idle"],
    "session.compacted": ["nothing"],
    "permission.asked": ["ask waiting_approval"],
    "permission.replied": ["busy", "rest idle"],
    "question.asked": ["ask waiting_input"],
    "question.replied": ["busy"],
    "question.rejected": ["rest idle"],
    "message.said": ["nothing"],
    "message.used": ["nothing"],
    "tool.execute.before": ["nothing"],
    "tool.execute.after": ["nothing"],
  });
});
