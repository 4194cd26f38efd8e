import { Hono } from "hono";
import { expect, it } from "vitest";
import type { QuestionList } from "../../core/protocol/actions/questions.ts";
import { mountQuestions, type QuestionsBackend } from "./questions-api.ts";
import { OWNER_CONTEXT, type RequestContext } from "./request-context.ts";

it("[FL18, SC5] what was answered is told to those who may act here, and to no other member of the fleet", async () => {
  const list = { items: [{ question_id: "q1", answer: "the staging one" }] };
  const api = new Hono();
  mountQuestions(api, { list: () => list } as unknown as QuestionsBackend);
  const answerFor = async (more: Partial<RequestContext>) => {
    const answer = await api.fetch(new Request("http://x/v1/questions?state=all"), { ...OWNER_CONTEXT, ...more });
    return ((await answer.json()) as QuestionList).items[0]?.answer;
  };
  const member = { member: "two", person: null, user: "ann", mayAnswer: true };
  expect(await answerFor({})).toBe("the staging one");
  expect(await answerFor({ principal: { may: "look", by: "cookie", device: "d" } })).toBeNull();
  expect(await answerFor({ principal: { may: "act", by: "member", device: null }, member })).toBeNull();
});
