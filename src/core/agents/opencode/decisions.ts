import { questionOf } from "../../adapter/asked.ts";
import type { Decision, Decisions, Orders } from "../../adapter/decisions.ts";
import { listAt, type Payload, parsePayload, textAt } from "../../adapter/payload.ts";
import type { QuestionWords } from "../../protocol/actions/questions.ts";
import { permissionQuestion } from "./events.ts";
import { toolRequest } from "./tool-request.ts";

/** Requests as our plugin brings them, which gives the reply to the agent in its own process. */
export const DECISIONS: Decisions = {
  areParallel: true,
  read: (text) => {
    const payload = parsePayload(text);
    return payload === null ? null : wordsOf(payload);
  },
  request: toolRequest,
  reply(text, decision) {
    const payload = parsePayload(text);
    const order = payload === null ? null : orderFor(payload, decision);
    return order === null ? null : JSON.stringify(order);
  },
};

export const ORDERS: Orders = {
  abort: (session) => JSON.stringify({ abort: session }),
};

function wordsOf(payload: Payload): QuestionWords | null {
  switch (textAt(payload, "type")) {
    case "permission.asked":
      return permissionQuestion(payload);
    case "question.asked":
      return questionOf(questionsIn(payload)) ?? null;
    default:
      return null;
  }
}

/** An order to the plugin. */
function orderFor(payload: Payload, decision: Decision): object | null {
  const id = textAt(payload, "properties", "id");
  if (id === undefined) return null;
  if (textAt(payload, "type") === "question.asked") {
    const isWhole = decision.type === "answers" && decision.answers.length === questionsIn(payload).length;
    return isWhole ? { question: id, answers: decision.answers } : null;
  }
  switch (decision.type) {
    case "allow":
      return { permission: id, reply: "once" };
    case "always":
      return { permission: id, reply: "always" };
    case "deny":
      return { permission: id, reply: "reject", ...(decision.message !== undefined && { message: decision.message }) };
    case "answers":
      return null;
  }
}

function questionsIn(payload: Payload): readonly unknown[] {
  return listAt(payload, "properties", "questions");
}
