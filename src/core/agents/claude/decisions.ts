import { approvalOf, questionOf } from "../../adapter/asked.ts";
import type { Decision, Decisions, Outcome, OutcomeEvent } from "../../adapter/decisions.ts";
import { listAt, type Payload, parsePayload, textAt, valueAt } from "../../adapter/payload.ts";
import { contentId } from "../../engine/content-id.ts";
import type { QuestionWords } from "../../protocol/actions/questions.ts";
import { stampOf } from "../../protocol/events/event.ts";
import { toolRequest } from "./tool-request.ts";

const QUESTION = "AskUserQuestion";
const PLAN = "ExitPlanMode";
/** A plain approval does nothing there. As in its dialog, it asks about each edit from then on. */
const PLAN_APPROVED = {
  behavior: "allow",
  updatedInput: {},
  updatedPermissions: [{ type: "setMode", mode: "default", destination: "session" }],
};
/** The text that the model gets after a No in Claude's own dialog. */
const DECLINED = "The user does not want to proceed with this. Stop, and wait for what they say next.";

/** The waiting PermissionRequest hook. What it prints first, or what is pressed in the dialog first, counts. */
export const DECISIONS: Decisions = {
  read: (text) => {
    const payload = parsePayload(text);
    return payload === null ? null : wordsOf(payload);
  },
  request: toolRequest,
  outcome(text, events, askedAt) {
    const payload = parsePayload(text);
    return payload === null ? null : outcomeIn(subjectOf(payload), events, askedAt);
  },
  reply(text, decision) {
    const payload = parsePayload(text);
    const outcome = payload === null ? null : outcomeOf(payload, decision);
    if (outcome === null) return null;
    return JSON.stringify({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision: outcome } });
  },
};

/** The name of a tool as people know it. */
export function toolName(payload: Payload): string | undefined {
  const tool = textAt(payload, "tool_name");
  return tool === PLAN ? "Plan" : tool;
}

/** Read in the same way as the event of the quick hook. */
export function wordsOf(payload: Payload): QuestionWords | null {
  const tool = toolName(payload);
  const input = valueAt(payload, "tool_input");
  return tool === QUESTION ? (questionOf(listAt(input, "questions")) ?? null) : approvalOf(tool, input);
}

/** It runs one at a time, and the answers are added to its input. */
const CONVERSES = new Set([QUESTION, PLAN]);

/** A permission request does not have the id of its tool call, but its whole input. */
export function subjectOf(payload: Payload): string {
  const tool = textAt(payload, "tool_name") ?? "";
  return contentId(tool, CONVERSES.has(tool) ? "" : JSON.stringify(valueAt(payload, "tool_input") ?? null));
}

/** The result in the transcript names the call by its id, which the event before the request tells. */
function outcomeIn(subject: string, events: readonly OutcomeEvent[], askedAt: number): Outcome | null {
  const before = events.find((event) => event.event_type === "claude.PreToolUse" && event.subject === subject);
  const call = typeof before?.payload === "string" ? textAt(parsePayload(before.payload), "tool_use_id") : undefined;
  const since = events.filter((event) => stampOf(event) >= askedAt);
  const has = (type: RegExp, about: string | undefined) =>
    about !== undefined && since.some((event) => type.test(event.event_type) && event.subject === about);
  if (has(/^claude\.PostToolUse(?:Failure)?$/, subject) || has(/^claude\.allowed$/, call)) return "done";
  if (has(/^claude\.declined$/, call)) return "declined";
  return since.some(({ event_type }) => event_type === "claude.interrupted") ? "stopped" : null;
}

function outcomeOf(payload: Payload, decision: Decision): object | null {
  const tool = textAt(payload, "tool_name");
  if (decision.type === "answers") return tool === QUESTION ? answered(payload, decision.answers) : null;
  if (tool === QUESTION) return null;
  // whether the hook can decline a plan is not known, and its dialog has no "always"
  if (tool === PLAN) return decision.type === "allow" ? PLAN_APPROVED : null;
  switch (decision.type) {
    case "allow":
      return { behavior: "allow" };
    case "always": {
      const suggestions = listAt(payload, "permission_suggestions");
      // of several suggestions the dialog offers one, and the request does not say which
      return suggestions.length === 1 ? { behavior: "allow", updatedPermissions: suggestions } : null;
    }
    case "deny":
      // never with `interrupt`: that also stops what was allowed in the dialog a moment before
      return { behavior: "deny", message: decision.message ?? DECLINED };
  }
}

/** The input with the answers added to its questions. Nothing else in a request is changed. */
function answered(payload: Payload, answers: readonly (readonly string[])[]): object | null {
  const input = valueAt(payload, "tool_input");
  const questions = listAt(input, "questions");
  const isWhole = questions.length > 0 && questions.length === answers.length;
  // how Claude writes several choices is not known
  if (!isWhole || questions.some((question) => valueAt(question, "multiSelect") === true)) return null;
  const pairs = questions.map((question, index) => [textAt(question, "question") ?? "", answers[index]?.[0] ?? ""]);
  return { behavior: "allow", updatedInput: { questions, answers: Object.fromEntries(pairs) } };
}
