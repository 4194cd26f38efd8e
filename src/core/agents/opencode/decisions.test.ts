import { describe, expect, it } from "vitest";
import { DECISIONS } from "./decisions.ts";
import { dialectOf } from "./events.ts";

const permission = { id: "per_1", sessionID: "s1", permission: "bash", patterns: ["touch a"] };
const TOUCH = { type: "permission.asked", properties: { ...permission, metadata: { command: "touch a" } } };
const questions = [{ question: "Which colour?", header: "H", options: [{ label: "Red" }, { label: "Blue" }] }];
const COLOUR = { type: "question.asked", properties: { id: "que_1", sessionID: "s1", questions } };

describe("what OpenCode's plugin is told to reply", () => {
  it.each([
    [{ type: "allow" }, { reply: "once" }],
    [{ type: "always" }, { reply: "always" }],
    [{ type: "deny" }, { reply: "reject" }],
    [
      { type: "deny", message: "use\nmake" },
      { reply: "reject", message: "use\nmake" },
    ],
  ] as const)("[DC1] %j about a permission, in one line", (decision, reply) => {
    const line = DECISIONS.reply(JSON.stringify(TOUCH), decision) ?? "";
    expect(line).not.toContain("\n");
    expect(JSON.parse(line)).toEqual({ permission: "per_1", ...reply });
  });

  it("[DC1] the answers to a question, and to all questions of a request", () => {
    const line = DECISIONS.reply(JSON.stringify(COLOUR), { type: "answers", answers: [["Blue"]] });
    expect(JSON.parse(line ?? "")).toEqual({ question: "que_1", answers: [["Blue"]] });
  });

  it("[DC4] nothing that the request does not offer", () => {
    expect(DECISIONS.reply(JSON.stringify(COLOUR), { type: "allow" })).toBeNull();
    expect(DECISIONS.reply(JSON.stringify(COLOUR), { type: "answers", answers: [["Red"], ["Blue"]] })).toBeNull();
    expect(DECISIONS.reply(JSON.stringify(TOUCH), { type: "answers", answers: [["Red"]] })).toBeNull();
    expect(DECISIONS.reply(JSON.stringify({ type: "permission.asked" }), { type: "allow" })).toBeNull();
    expect(DECISIONS.reply("no JSON", { type: "allow" })).toBeNull();
  });

  it("[DC1] a request is the question that its event tells", () => {
    for (const payload of [TOUCH, COLOUR]) {
      const asked = dialectOf("opencode").events[payload.type];
      const meaning = typeof asked === "function" ? asked(payload, { event: "", payload: "" }) : undefined;
      expect(meaning).toMatchObject({ question: DECISIONS.read(JSON.stringify(payload)) });
    }
    expect(DECISIONS.read(JSON.stringify({ type: "session.idle" }))).toBeNull();
  });
});
