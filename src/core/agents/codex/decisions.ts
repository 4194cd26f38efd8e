import { questionOf } from "../../adapter/asked.ts";
import type { Decision, Decisions } from "../../adapter/decisions.ts";
import { listAt, type Payload, parsePayload, textAt, valueAt } from "../../adapter/payload.ts";
import type { QuestionWords } from "../../protocol/actions/questions.ts";
import { COMMAND, FILES, toolRequest } from "./tool-request.ts";

const QUESTION = "item/tool/requestUserInput";

/** Requests as the app-server sends them. */
export const DECISIONS: Decisions = {
  read: (text) => {
    const payload = parsePayload(text);
    return payload === null ? null : wordsOf(payload);
  },
  request: toolRequest,
  // a change of files has no words in its request
  askedAt: (text) => {
    const at = valueAt(parsePayload(text), "params", "startedAtMs");
    return typeof at === "number" ? at : null;
  },
  reply(text, decision) {
    const payload = parsePayload(text);
    const result = payload === null ? null : resultFor(payload, decision);
    return payload === null || result === null ? null : JSON.stringify({ id: valueAt(payload, "id"), result });
  },
};

function wordsOf(payload: Payload): QuestionWords | null {
  const params = valueAt(payload, "params");
  switch (textAt(payload, "method")) {
    case COMMAND: {
      const isCommand = (textAt(params, "kind") ?? "command") === "command";
      const [only, ...others] = listAt(params, "commandActions");
      // the whole command is wrapped in a call of the shell
      const command = others.length === 0 ? textAt(only, "command") : undefined;
      return isCommand && command !== undefined ? { kind: "approval", text: command, detail: command } : null;
    }
    case FILES:
      return { kind: "approval", text: "" };
    case QUESTION:
      return questionOf(listAt(params, "questions")) ?? null;
    default:
      return null;
  }
}

function resultFor(payload: Payload, decision: Decision): object | null {
  switch (textAt(payload, "method")) {
    case COMMAND:
      return chosen(decision, listAt(payload, "params", "availableDecisions"));
    case FILES:
      return chosen(decision, ["accept", "acceptForSession", "cancel"]);
    case QUESTION:
      return decision.type === "answers" ? answered(payload, decision.answers) : null;
    default:
      return null;
  }
}

/** One of those that the request offers. */
function chosen(decision: Decision, available: readonly unknown[]): object | null {
  const found = available.find((each) => isSaying(decision, each));
  return found === undefined ? null : { decision: found };
}

/** A No has no words there, so words go by keys. */
function isSaying(decision: Decision, offered: unknown): boolean {
  switch (decision.type) {
    case "allow":
      return offered === "accept";
    case "always":
      return offered === "acceptForSession" || valueAt(offered, "acceptWithExecpolicyAmendment") !== undefined;
    case "deny":
      return offered === "cancel" && decision.message === undefined;
    case "answers":
      return false;
  }
}

function answered(payload: Payload, answers: readonly (readonly string[])[]): object | null {
  const ids = listAt(payload, "params", "questions").map((question) => textAt(question, "id"));
  if (ids.length !== answers.length || ids.includes(undefined)) return null;
  return { answers: Object.fromEntries(ids.map((id, index) => [id, { answers: answers[index] }])) };
}
