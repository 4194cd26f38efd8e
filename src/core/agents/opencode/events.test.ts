import { describe, expect, it } from "vitest";
import { wordsByEvent, wordsOf } from "../../../../test/accuracy/recorded-words.ts";
import { opencode } from "./adapter.ts";

const read = (event: string, payload: object) =>
  opencode.normalize?.({ event, payload: JSON.stringify(payload) }) ?? [];
const words = (event: string, properties: object) => read(event, { type: event, properties }).map(wordsOf);

describe("OpenCode's events", () => {
  it("[AD6] recorded ones are read as in the table", () => {
    expect(wordsByEvent(opencode)).toEqual({
      "plugin.init": ["begin rest idle"],
      "session.created": ["begin busy for 10 s", "child begin busy for 10 s"],
      "chat.message": ["begin busy"],
      "session.status": ["busy", "busy retrying", "weak rest completed"],
      "session.idle": ["weak rest completed"],
      "session.error": ["rest error", "rest idle"],
      "session.compacted": ["nothing"],
      "permission.asked": ["ask waiting_approval"],
      "permission.replied": ["busy", "rest idle"],
      "question.asked": ["ask waiting_input"],
      "question.replied": ["busy"],
      "question.rejected": ["rest idle"],
      "tool.execute.before": ["nothing"],
      "tool.execute.after": ["nothing"],
    });
  });

  it("[AD6] what carries a parent is a child's, and names the session that is known", () => {
    const idle = { type: "session.idle", properties: { sessionID: "ses_2" }, parentID: "ses_1" };
    expect(read("session.idle", idle)).toMatchObject([
      { source: "plugin", session_id: "ses_1", run: { id: "ses_2", parent: "ses_1" } },
    ]);
    expect(read("session.idle", { properties: { sessionID: "ses_1" } })[0]).not.toHaveProperty("run");
  });

  it("[AD6] an answer has the subject of its request, and a person is told what is wanted", () => {
    const asked = { id: "per_1", sessionID: "s", permission: "edit", patterns: ["a.txt", "b.txt"], metadata: {} };
    expect(read("permission.asked", { properties: asked })).toMatchObject([
      { subject: "per_1", message: "edit: a.txt, b.txt" },
    ]);
    const replied = { sessionID: "s", requestID: "per_1", reply: "always" };
    expect(read("permission.replied", { properties: replied })).toMatchObject([{ subject: "per_1" }]);
    const question = { id: "que_1", sessionID: "s", questions: [{ question: "Which?" }] };
    expect(read("question.asked", { properties: question })).toMatchObject([{ subject: "que_1", message: "Which?" }]);
  });

  it("[AD5] a status that nobody knows gives no state", () => {
    expect(words("session.status", { status: { type: "dreaming" } })).toEqual(["unsupported"]);
    expect(words("session.error", {})).toEqual(["rest error"]);
  });
});
