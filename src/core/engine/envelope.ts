import { z } from "zod";
import type { QuestionWords } from "../protocol/actions/questions.ts";
import { DoingNews } from "../protocol/events/doing-news.ts";
import type { BindingHints, EventEnvelope, Evidence, Run, Source } from "../protocol/events/event.ts";
import { UsageNews } from "../protocol/events/usage-news.ts";
import { contentId } from "./content-id.ts";

/** Where to find an agent's files. */
export const AgentMetadataFacts = z.object({
  /** The agent's own session. */
  session_id: z.string().exactOptional(),
  cwd: z.string().exactOptional(),
  /** Home directory of the user it runs as. */
  home: z.string().exactOptional(),
  /** The file in which the agent keeps this conversation. */
  transcript: z.string().exactOptional(),
  /** The agent's own version. */
  version: z.string().exactOptional(),
  /** The session under which it sends squad signals. */
  squad_session: z.string().exactOptional(),
});
export type AgentMetadataFacts = z.infer<typeof AgentMetadataFacts>;

/** Metadata that an event has about its agent. It is kept with the runtime, not with the event. */
export const AgentFacts = AgentMetadataFacts.extend({
  doing: DoingNews.exactOptional(),
  usage: UsageNews.exactOptional(),
});
export type AgentFacts = z.infer<typeof AgentFacts>;

/** The facts that a decoder has about a signal; the rest of the envelope follows from it. */
export interface SignalFacts {
  target: string;
  pane_id: string | null;
  /** Set for events of our own about a runtime; others are bound by their hints. */
  runtime_id?: string;
  agent_type?: string;
  source: Source;
  event_type: string;
  dedupe_key: string;
  event_time: number;
  /** Milliseconds to add to the sender's clock to get the daemon's; 0 if they are the same. */
  clock_offset?: number;
  hints?: BindingHints;
  subject?: string;
  run?: Run;
  turn?: string;
  source_seq?: number;
  source_incarnation?: number;
  message: string;
  /** The question to a person, as far as known. */
  question?: QuestionWords;
  evidence: Evidence;
  payload?: unknown;
  /** Not part of the event. */
  metadata?: AgentFacts;
}

/** Seals a signal into an event. Its id comes from its content, so that a replay is the same event. */
export function envelope(facts: SignalFacts, ingestedAt: number): EventEnvelope {
  const { agent_type, hints, clock_offset = 0, metadata: _traces, ...rest } = facts;
  return {
    schema_version: 1,
    event_id: contentId(facts.target, facts.source, facts.dedupe_key),
    runtime_id: null,
    agent_type: agent_type ?? null,
    clock_offset,
    ingested_at: ingestedAt,
    hints: hints ?? {},
    ...rest,
  };
}
