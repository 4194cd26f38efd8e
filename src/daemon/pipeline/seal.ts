import { envelope, type SignalFacts } from "../../core/engine/envelope.ts";
import type { QuestionWords } from "../../core/protocol/actions/questions.ts";
import type { EventEnvelope } from "../../core/protocol/events/event.ts";
import { redact, redactText } from "../../core/redact/redact.ts";

/** Stamps the event once, and redacts it before anything is written. */
export function seal(signal: SignalFacts, now: number): EventEnvelope {
  const event = envelope({ ...signal, message: redactText(signal.message) }, now);
  return {
    ...event,
    ...(event.payload !== undefined && { payload: redact(event.payload) }),
    ...(event.question !== undefined && { question: redact(event.question) as QuestionWords }),
  };
}

/** Events from disabled adapters, or with an ambiguous session, are dropped, not queued. */
export function isUnbindable({ evidence }: EventEnvelope): boolean {
  return evidence.kind === "note" && (evidence.reason === "adapter_disabled" || evidence.reason === AMBIGUOUS);
}

/** Reason of a note: several runtimes could have sent it. */
export const AMBIGUOUS = "ambiguous_session";
