import { z } from "zod";
import type { BindingHints, EventEnvelope, Evidence, Run, Source } from "../protocol/event.ts";
import type { QuestionWords } from "../protocol/questions.ts";
import { contentId } from "./content-id.ts";

/** By what an agent's files are found. */
export const Traces = z.object({
  /** The agent's own session. */
  session_id: z.string().exactOptional(),
  cwd: z.string().exactOptional(),
  /** The home of the user as whom it runs. */
  home: z.string().exactOptional(),
  /** The file in which the agent keeps this conversation. */
  transcript: z.string().exactOptional(),
  /** The agent's own version. */
  version: z.string().exactOptional(),
  /** The session under which it sends squad signals. */
  squad_session: z.string().exactOptional(),
});
export type Traces = z.infer<typeof Traces>;

/** What a decoder knows of a signal; the rest of the envelope follows from it. */
export interface SignalFacts {
  target: string;
  pane_id: string | null;
  /** Known where we ourselves tell something of a runtime; whoever else speaks is bound by what it shows. */
  runtime_id?: string;
  agent_type?: string;
  source: Source;
  event_type: string;
  dedupe_key: string;
  event_time: number;
  /** Added to the sender's clock to get the daemon's; 0 where they are one. */
  clock_offset?: number;
  hints?: BindingHints;
  subject?: string;
  run?: Run;
  turn?: string;
  source_seq?: number;
  source_incarnation?: number;
  message: string;
  /** What it asks of a person, as far as it tells. */
  question?: QuestionWords;
  evidence: Evidence;
  payload?: unknown;
  /** For whoever reads the sender's files; no part of the event. */
  traces?: Traces;
}

/** Seals a signal into an event. Its id comes from its content, so that a replay is the same event. */
export function envelope(facts: SignalFacts, ingestedAt: number): EventEnvelope {
  const { agent_type, hints, clock_offset = 0, traces: _traces, ...rest } = facts;
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
