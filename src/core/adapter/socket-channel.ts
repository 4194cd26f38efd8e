import type { Outcome } from "./decisions.ts";

/**
 * A socket of the agent's own at which its open requests can be found and answered in the moment of an answer. Nobody is
 * connected to it otherwise.
 */
export interface SocketChannel {
  /** Where it does not reach, in words for people; keys answer there. */
  limits: string;
  /** Its path; null if the agent has not told where its files are. */
  path(metadata: { transcript?: string | undefined }): string | null;
  /** The conversation that finds what is open in a session. */
  join(session: string): SocketConversation;
  /** The conversation that ends a turn of a session. */
  interrupt(session: string, turn: string): SocketConversation;
}

/** Messages are text, each of one line. */
export interface SocketConversation {
  readonly opening: string;
  hear(message: string): Heard;
}

export interface Heard {
  /** To be sent now. */
  say?: readonly string[];
  news?: SocketNews;
}

export type SocketNews =
  /** The agent waits for an answer to this. */
  | { type: "request"; id: string; payload: string }
  /** The session is not served here, or nothing is open in it. */
  | { type: "nothing" }
  /** The order was carried out. */
  | { type: "done" }
  /** This request was answered, by anybody. */
  | { type: "over"; id: string }
  /** What became of the last request. */
  | { type: "outcome"; how: Outcome };
