import type { QuestionWords } from "../protocol/actions/questions.ts";
import type { EventEnvelope } from "../protocol/events/event.ts";
import type { ToolRequest } from "../rules/tool-request.ts";

/** What is decided about a request for approval, or answered to a question. */
export type Decision =
  | { type: "allow" }
  /** And do not ask for the like again. */
  | { type: "always" }
  /** With a message the agent goes on and is told it; without one its turn ends, as after a No in its dialog. */
  | { type: "deny"; message?: string }
  /** For each question what was picked or written. */
  | { type: "answers"; answers: readonly string[] };

/**
 * A channel of the agent's own by which it can be answered while its dialog stays on the screen. A hook that waits brings
 * the request, and prints the reply.
 */
export interface Decisions {
  /** What is asked, as the question that people see has it; null if it cannot be read. */
  read(payload: string): QuestionWords | null;
  /** What it wants to do, for rules; null if it is more than rules can name, such as a question. */
  request?(payload: string): ToolRequest | null;
  /** Whether this event shows that what the request asks for was done. */
  ran(payload: string, event: Pick<EventEnvelope, "event_type" | "subject">): boolean;
  /** One line; null if the channel cannot say this about that request. */
  reply(payload: string, decision: Decision): string | null;
}
