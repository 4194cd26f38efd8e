import type { QuestionWords } from "../protocol/actions/questions.ts";
import type { EventEnvelope } from "../protocol/events/event.ts";

/** A decision about an approval, or the answers to questions. */
export type Decision =
  | { type: "allow" }
  /** Also allow similar requests from now on. */
  | { type: "always" }
  /** With a message the agent goes on and is told it; without one its turn ends, as after a No in its dialog. */
  | { type: "deny"; message?: string }
  /** The choice or text for each question. */
  | { type: "answers"; answers: readonly string[] };

/**
 * A channel of the agent's own by which it can be answered while its dialog stays on the screen. A hook that waits brings
 * the request, and prints the reply.
 */
export interface Decisions {
  /** The question in the form that people see; null if it cannot be read. */
  read(payload: string): QuestionWords | null;
  /** Whether this event shows that what the request asks for was done. */
  ran(payload: string, event: Pick<EventEnvelope, "event_type" | "subject">): boolean;
  /** One line; null if the channel cannot say this about that request. */
  reply(payload: string, decision: Decision): string | null;
}
