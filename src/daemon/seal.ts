import { envelope, type SignalFacts } from "../core/engine/envelope.ts";
import type { EventEnvelope } from "../core/protocol/event.ts";
import type { QuestionWords } from "../core/protocol/questions.ts";
import { redact } from "../core/redact/redact.ts";
import { redactText } from "../core/redact/redact-text.ts";

/** Stamped once, and cleaned of secrets before anything is written anywhere. */
export function seal(signal: SignalFacts, now: number): EventEnvelope {
  const event = envelope({ ...signal, message: redactText(signal.message) }, now);
  return {
    ...event,
    ...(event.payload !== undefined && { payload: redact(event.payload) }),
    ...(event.question !== undefined && { question: redact(event.question) as QuestionWords }),
  };
}

/** What nobody is to hear, or what several could have said, need not wait for anybody. */
export function isNobodys({ evidence }: EventEnvelope): boolean {
  return evidence.kind === "note" && (evidence.reason === "adapter_disabled" || evidence.reason === AMBIGUOUS);
}

/** Why a signal that several could have said is nobody's. */
export const AMBIGUOUS = "ambiguous_session";
