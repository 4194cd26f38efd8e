import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Actor, AuditEntry } from "../../core/protocol/actions.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type {
  AnswerReport,
  AnswerRequest,
  Question,
  QuestionList,
  QuestionState,
} from "../../core/protocol/questions.ts";
import { redactText } from "../../core/redact/redact-text.ts";
import type { QuestionBook, QuestionFilter } from "../questions.ts";
import type { QuestionsBackend } from "../server/questions-api.ts";
import { answer } from "./answer.ts";
import { brief } from "./audit-book.ts";
import type { Deed, Deeds } from "./deeds.ts";
import { firstOutcome } from "./first-outcome.ts";
import { findPane } from "./refs.ts";
import type { SendDeps } from "./send.ts";

export interface AnswersDeps extends SendDeps {
  deeds: Deeds;
  questions: QuestionBook;
}

type Request = z.output<typeof AnswerRequest>;

/** So long a second call with the same key reports the first one's outcome. */
const KEY_MS = 24 * 3_600_000;

/** What people answer agents. */
export class Answers implements QuestionsBackend {
  private readonly deps: AnswersDeps;
  /** By idempotency key, while they are under way. */
  private readonly underWay = new Map<string, { digest: string; report: Promise<AnswerReport> }>();

  constructor(deps: AnswersDeps) {
    this.deps = deps;
  }

  list(filter: QuestionFilter): QuestionList {
    return this.deps.questions.list(filter);
  }

  async answer(request: Request, actor: Actor, signal: AbortSignal): Promise<AnswerReport> {
    const { idempotency_key: key } = request;
    if (key === undefined) return this.answerNow(request, actor, signal);
    const digest = digestOf(request);
    const first = this.underWay.get(key);
    if (first !== undefined) {
      requireSame(first.digest, digest);
      return { ...(await first.report), repeated: true };
    }
    const known = this.deps.store.auditByKey(key, this.deps.clock.now() - KEY_MS);
    if (known !== null) {
      requireSame(String(known.request.digest), digest);
      return repeated(known);
    }
    const report = this.answerNow(request, actor, signal).finally(() => this.underWay.delete(key));
    this.underWay.set(key, { digest, report });
    return report;
  }

  private answerNow(request: Request, actor: Actor, signal: AbortSignal): Promise<AnswerReport> {
    const { deeds } = this.deps;
    const { question, item } = this.meant(request);
    const words = request.choices ?? [request.answer ?? ""];
    const asked = {
      action: "answer" as const,
      actor,
      request: {
        question_id: question.question_id,
        question: brief(question.text),
        text: brief(words.join(", ")),
        ...(request.wait !== undefined && { wait: request.wait }),
        digest: digestOf(request),
      },
    };
    const subject = { ref: item.ref, guards: request.guards };
    return deeds.perform(asked, subject, (deed) => this.perform(deed, question, words, request, signal));
  }

  private async perform(deed: Deed, asked: Question, words: string[], request: Request, signal: AbortSignal) {
    const { entry, item, hold, touch, untouch, leave } = deed;
    const { questions } = this.deps;
    // it may have waited for its turn
    const question = questions.find(asked.question_id) ?? asked;
    requireOpen(question, questions.openOf(item));
    const { runtime } = hold;
    if (runtime === null)
      throw new Fault("E_NO_AGENT", `no agent lives in pane ${hold.pane.pane_id}`, { guard: "agent" });
    const { wait, timeout_ms, idempotency_key, as_text: asText, choices } = request;
    const outcome = await answer({
      deps: this.deps,
      hold: Object.assign(hold, { runtime }),
      item,
      answering: { question, words, isList: choices !== undefined, asText, wait, timeout_ms },
      correlationId: entry.correlation_id,
      events: {
        onTouch() {
          entry.idempotency_key = idempotency_key ?? null;
          touch();
        },
        onUntouched() {
          entry.idempotency_key = null;
          untouch();
        },
        onPhases(phases) {
          entry.phases = [...phases];
        },
        onTyped: leave,
        onAnswered: (said, at) => questions.answered(question, brief(said.join(", ")), entry.correlation_id, at),
      },
      signal,
    });
    entry.request = { ...entry.request, by: outcome.by, answered: outcome.answered.map(brief) };
    return {
      action: "answer" as const,
      question_id: question.question_id,
      repeated: false,
      ...outcome,
      answered: outcome.answered.map((each) => redactText(each)),
    };
  }

  private meant({ ref, question_id }: Request): { question: Question; item: PaneItem } {
    const { questions, fleet } = this.deps;
    if (question_id !== undefined) {
      const question = questions.find(question_id);
      if (question === null) throw new Fault("E_NO_QUESTION", `there is no question ${question_id}`, { question_id });
      const item = fleet.item(question.target, question.pane_id);
      if (question.state !== "open" || item === undefined) throw notOpen(question);
      return { question, item };
    }
    const item = findPane(ref ?? "", fleet.all());
    const question = questions.openOf(item);
    if (question !== null) return { question, item };
    throw new Fault("E_NO_QUESTION", `nothing is asked in ${item.ref}: it is ${item.state}`, { ref: item.ref });
  }
}

/** The one that is asked now, and no other. */
function requireOpen(question: Question, open: Question | null): void {
  if (question.state !== "open" || open?.question_id !== question.question_id) throw notOpen(question);
}

const ENDS: Record<QuestionState, string> = {
  open: "is not asked any more",
  answered: "was answered already",
  gone: "was answered at the agent itself, or the agent went on without it",
  expired: "has expired",
  superseded: "was followed by another one",
};

function notOpen({ question_id, state, text }: Question): Fault {
  const words = `the question "${brief(text)}" ${ENDS[state]}: nothing was pressed`;
  return new Fault("E_STALE_SNAPSHOT", words, { guard: "question", question_id, state });
}

/** Whether two calls ask for the same. */
function digestOf({ ref, question_id, answer: text, choices, as_text }: Request): string {
  const asked = ["answer", ref ?? null, question_id ?? null, text ?? null, choices ?? null, as_text];
  return createHash("sha256").update(JSON.stringify(asked)).digest("hex").slice(0, 16);
}

function requireSame(first: string, mine: string): void {
  if (first === mine) return;
  throw new Fault("E_INVALID_INPUT", "this idempotency key was used for something else: take another one");
}

function repeated(first: AuditEntry): AnswerReport {
  const { question_id, by, answered } = first.request;
  return {
    action: "answer",
    ...firstOutcome(first),
    question_id: String(question_id),
    by: by === "text" ? "text" : "dialog",
    answered: Array.isArray(answered) ? answered.map(String) : [],
    next: null,
  };
}
