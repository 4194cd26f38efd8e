import type { QuestionWords } from "../protocol/actions/questions.ts";
import type { EventEnvelope } from "../protocol/events/event.ts";
import type { ToolRequest } from "../rules/tool-request.ts";

/** A decision about an approval, or the answers to questions. */
export type Decision =
  | { type: "allow" }
  /** Also allow similar requests from now on. */
  | { type: "always" }
  /** With a message the agent goes on and is told it; without one its turn ends, as after a No in its dialog. */
  | { type: "deny"; message?: string }
  /** The choices or the text for each question. */
  | { type: "answers"; answers: readonly (readonly string[])[] };

/**
 * `done`: what the request asks for was run to its end. `declined`: the channel's own No counted. `stopped`: the agent was
 * told No at its terminal, or was interrupted; it does not tell which, nor whether it had begun.
 */
export type Outcome = "done" | "declined" | "stopped";

export type OutcomeEvent = Pick<
  EventEnvelope,
  "event_type" | "subject" | "payload" | "event_time" | "clock_offset" | "ingested_at"
>;

/**
 * A channel of the agent's own by which it can be answered while its dialog stays on the screen. A hook or plugin brings
 * the request, and gives the reply to the agent.
 */
export interface Decisions {
  /** Several requests of one agent may be open at once; if not, a new request means that the last one is over. */
  areParallel?: boolean;
  /** The question in the form that people see; null if it cannot be read. */
  read(payload: string): QuestionWords | null;
  /** The action that is asked for, for rules; null if it is more than rules can name, such as a question. */
  request?(payload: string): ToolRequest | null;
  /** When it was asked, by the clock of its machine, where the request tells. */
  askedAt?(payload: string): number | null;
  /**
   * Whether the request was allowed or declined, by the agent's events, newest first. Absent where the channel itself
   * refuses a second answer.
   */
  outcome?(payload: string, events: readonly OutcomeEvent[], askedAt: number): Outcome | null;
  /** One line; null if the channel cannot say this about that request. */
  reply(payload: string, decision: Decision): string | null;
}

/** Orders that the agent takes at any time through the same channel, as one line each. */
export interface Orders {
  /** Ends the turn of this session. */
  abort(session: string): string;
}
