import { describe, expect, it } from "vitest";
import { wordsByEvent, wordsOf } from "../../../../test/accuracy/recorded-words.ts";
import { copilot } from "./adapter.ts";

const read = (event: string, payload: object) => copilot.normalize?.({ event, payload: JSON.stringify(payload) }) ?? [];
const words = (event: string, payload: object) => read(event, payload).map(wordsOf);

describe("Copilot's hooks", () => {
  it("[AD6] recorded ones are read as in the table, a sub-agent's as a child's", () => {
    expect(wordsByEvent(copilot)).toEqual({
      sessionStart: ["nothing"],
      userPromptSubmitted: ["begin busy", "child begin busy"],
      preToolUse: ["busy"],
      postToolUse: ["busy"],
      permissionRequest: ["nothing"],
      notification: ["ask waiting_approval", "ask waiting_input"],
      agentStop: ["child rest completed", "rest completed"],
      subagentStart: ["child busy"],
      subagentStop: ["child rest completed"],
      errorOccurred: ["busy retrying for 5 s"],
      preCompact: ["busy compacting for 30 s"],
      sessionEnd: ["begin rest idle"],
    });
  });

  it("[AD6] events of a child run name the root's session", () => {
    const child = { sessionId: "sub", agentId: "a", parentAgentId: "root", transcriptPath: "/s/sub/events.jsonl" };
    const [reading] = read("agentStop", child);
    expect(reading).toMatchObject({ session_id: "root", run: { id: "a", parent: "root" } });
    expect(reading).not.toHaveProperty("transcript");
  });

  it("[AD6] a question has the words of the tool call's form", () => {
    const choice = { type: "string", title: "Choice", enum: ["Red", "Blue"] };
    const asking = (properties: object) => ({
      toolName: "ask_user",
      toolArgs: { message: "Which colour?", requestedSchema: { type: "object", properties } },
    });
    const options = ["Red", "Blue"].map((label) => ({ value: label, label }));
    const words = { kind: "choice", text: "Which colour?", options, free: true };
    expect(read("preToolUse", asking({ choice }))[0]?.question).toEqual(words);
    const [several] = read("preToolUse", asking({ choice, name: { type: "string" } }));
    expect(several?.question).toEqual({ ...words, part: { n: 1, of: 2 } });
    expect(read("preToolUse", { toolName: "bash", toolArgs: { command: "ls" } })[0]).not.toHaveProperty("question");
    expect(read("preToolUse", { toolName: "ask_user", toolArgs: "odd" })[0]).not.toHaveProperty("question");
  });

  it("[AD6] other notifications and an automatic compaction give no state; an ask has its words", () => {
    expect(words("notification", { notification_type: "shell_completed" })).toEqual(["nothing"]);
    expect(words("preCompact", { trigger: "auto" })).toEqual(["nothing"]);
    const wanted = { notification_type: "permission_prompt", message: "Run command: ls" };
    expect(read("notification", wanted)).toMatchObject([{ message: "Run command: ls" }]);
  });
});
