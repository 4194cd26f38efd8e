import type { z } from "zod";
import { GENERIC } from "../../core/engine/bind.ts";
import type { Actor, AuditEntry } from "../../core/protocol/actions/actions.ts";
import type {
  AnswerReport,
  AnswerRequest,
  KeptQuestion,
  QuestionList,
  QuestionState,
} from "../../core/protocol/actions/questions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { exactRef } from "../../core/protocol/base/refs.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { redactText } from "../../core/redact/redact.ts";
import type { QuestionFilter, QuestionStore } from "../attention/question-store.ts";
import { isSameSubject, revisionOf } from "../attention/revision-of.ts";
import { findPane } from "../publish/refs.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { ActionContext, ActionRunner } from "./action-runner.ts";
import { answer } from "./answer.ts";
import { brief } from "./audit-log.ts";
import { firstOutcome } from "./first-outcome.ts";
import { digestOf, noteProgress, OncePerKey } from "./once-per-key.ts";
import type { SendDeps } from "./send.ts";

export interface AnswersDeps extends SendDeps {
  runner: ActionRunner;
  questions: QuestionStore;
}

type Request = z.output<typeof AnswerRequest>;

/** Answers to agents' questions. */
export class Answers {
  private readonly deps: AnswersDeps;
  private readonly once: OncePerKey<string, AnswerReport>;

  constructor(deps: AnswersDeps) {
    this.deps = deps;
    const { store, clock } = deps;
    const askedBy = ({ request }: AuditEntry) => String(request.digest);
    this.once = new OncePerKey({ store, clock, askedBy, requireSame, outcomeOf: repeated });
  }

  list(filter: QuestionFilter): QuestionList {
    return this.deps.questions.list(filter);
  }

  async answer(request: Request, actor: Actor, signal: AbortSignal): Promise<AnswerReport> {
    return this.once.run(
      request.idempotency_key,
      () => digestOf(contentOf(request)),
      () => this.answerNow(request, actor, signal),
    );
  }

  private answerNow(request: Request, actor: Actor, signal: AbortSignal): Promise<AnswerReport> {
    const { runner } = this.deps;
    const { question, item } = this.findQuestion(request);
    requireShown(question, request);
    const words = request.choices ?? [request.answer ?? ""];
    const asked = {
      action: "answer" as const,
      actor,
      request: {
        question_id: question.question_id,
        question: brief(question.text),
        text: brief(words.join(", ")),
        ...(request.wait !== undefined && { wait: request.wait }),
        digest: digestOf(contentOf(request)),
      },
    };
    const subject = { ref: item.ref, guards: request.guards };
    return runner.perform(asked, subject, (context) => this.perform(context, question, words, request, signal));
  }

  private async perform(
    context: ActionContext,
    asked: KeptQuestion,
    words: string[],
    request: Request,
    signal: AbortSignal,
  ) {
    const { entry, item, guardedPane } = context;
    const { questions } = this.deps;
    // read again: it may have waited in the queue
    const question = questions.find(asked.question_id) ?? asked;
    requireOpen(question, questions.openOf(item));
    requireShown(question, request);
    const { runtime } = guardedPane;
    if (runtime === null)
      throw new Fault("E_NO_AGENT", `there is no agent in pane ${guardedPane.pane.pane_id}`, { guard: "agent" });
    if (request.close) return this.close(context, question, runtime);
    const { wait, timeout_ms, idempotency_key, as_text: asText, choices } = request;
    const outcome = await answer({
      deps: this.deps,
      guardedPane: Object.assign(guardedPane, { runtime }),
      item,
      answering: { question, words, isList: choices !== undefined, asText, wait, timeout_ms },
      correlationId: entry.correlation_id,
      events: {
        ...noteProgress(context, idempotency_key ?? null),
        onAnswered: (said, at) => questions.answered(question, brief(said.join(", ")), entry.correlation_id, at),
      },
      signal,
    });
    entry.request = {
      ...entry.request,
      by: outcome.by,
      channel: outcome.channel,
      answered: outcome.answered.map(brief),
    };
    return {
      action: "answer" as const,
      question_id: question.question_id,
      repeated: false,
      ...outcome,
      answered: outcome.answered.map((each) => redactText(each)),
    };
  }

  /** The program itself cannot tell that its question is over: a person does. */
  private close({ entry, item, guardedPane, touch }: ActionContext, question: KeptQuestion, runtime: RuntimeRow) {
    const { questions, clock, fleet } = this.deps;
    if (runtime.agent_type !== GENERIC && item.attention?.source !== "agent") throw notClosable(item);
    touch();
    guardedPane.target.noteTyped(runtime, clock.now(), entry.correlation_id);
    questions.answered(question, CLOSED, entry.correlation_id, clock.now());
    entry.request = { ...entry.request, by: "close", answered: [] };
    const { state } = fleet.item(item.identity.target, item.identity.pane_id) ?? item;
    const done = { by: "close" as const, channel: null, answered: [], phases: [], state, next: null, notes: [] };
    return { action: "answer" as const, question_id: question.question_id, repeated: false, ...done };
  }

  private findQuestion({ ref, question_id }: Request): { question: KeptQuestion; item: PaneItem } {
    const { questions, fleet } = this.deps;
    if (question_id !== undefined) {
      const question = questions.find(question_id);
      if (question === null) throw new Fault("E_NO_QUESTION", `there is no question ${question_id}`, { question_id });
      const item = fleet.item(question.target, question.pane_id);
      if (question.state !== "open" || item === undefined) throw notOpen(question);
      return { question, item };
    }
    const item = findPane(ref ?? "", fleet.all(), (each) => questions.openOf(each) !== null);
    const question = questions.openOf(item);
    if (question !== null) return { question, item };
    // if its machine is out of reach, nobody knows whether it asks
    this.deps.runner.reachableTarget(item);
    throw new Fault("E_NO_QUESTION", `nothing is asked in ${item.ref}: it is ${item.state}`, { ref: item.ref });
  }
}

/** How a closed question is listed. */
const CLOSED = "(closed)";

function notClosable({ agent, identity }: PaneItem): Fault {
  const words = `${agent} waits for an answer to its question: 'agtmux answer ${exactRef(identity)}' shows the choices; nothing was closed`;
  return new Fault("E_INVALID_INPUT", words, { guard: "question" });
}

/** Refuses any question but the one asked now. */
function requireOpen(question: KeptQuestion, open: KeptQuestion | null): void {
  if (question.state !== "open" || open?.question_id !== question.question_id) throw notOpen(question);
}

/** Refuses if the question has changed since it was shown to the person. */
function requireShown(question: KeptQuestion, request: Request): void {
  const { if_revision: shown } = request;
  const revision = revisionOf(question);
  if (shown === undefined || shown === revision) return;
  if (isSameSubject(shown, question) && needsNoList(question, request)) return;
  const { question_id, text, detail } = question;
  const now = brief([text, detail].filter((part) => part !== undefined).join(": "));
  throw new Fault(
    "E_QUESTION_CHANGED",
    `the question has changed since it was shown: nothing was pressed; it now reads "${now}"`,
    { guard: "question", question_id, revision },
  );
}

/** The screen adds choices a moment after the question: an answer that does not depend on their list stays valid. */
function needsNoList({ kind, options = [] }: KeptQuestion, { answer: said = "", choices, as_text }: Request): boolean {
  if (as_text) return true;
  const isPlain = (word: string) => kind === "approval" && (word === "yes" || word === "no");
  return (choices ?? [said]).every((word) => isPlain(word) || options.some(({ label }) => label === word));
}

const ENDS: Record<QuestionState, string> = {
  open: "is not asked any more",
  answered: "was answered already",
  gone: "was answered at the agent itself, or the agent went on without it",
  expired: "has expired",
  superseded: "was followed by another one",
};

function notOpen({ question_id, state, text }: KeptQuestion): Fault {
  const words = `the question "${brief(text)}" ${ENDS[state]}: nothing was pressed`;
  return new Fault("E_STALE_SNAPSHOT", words, { guard: "question", question_id, state });
}

function contentOf({ ref, question_id, answer: text, choices, as_text, if_revision, close }: Request): unknown[] {
  const shown = [...(if_revision === undefined ? [] : [if_revision]), ...(close ? ["close"] : [])];
  return ["answer", ref ?? null, question_id ?? null, text ?? null, choices ?? null, as_text, ...shown];
}

function requireSame(first: string, mine: string): void {
  if (first === mine) return;
  throw new Fault("E_INVALID_INPUT", "this idempotency key was used for something else: take another one");
}

function repeated(first: AuditEntry): AnswerReport {
  const { question_id, by, channel, answered } = first.request;
  return {
    action: "answer",
    ...firstOutcome(first),
    question_id: String(question_id),
    by: by === "text" || by === "close" ? by : "dialog",
    channel: by === "close" ? null : channel === "native" ? "native" : "keys",
    answered: Array.isArray(answered) ? answered.map(String) : [],
    next: null,
  };
}
