import type { Reading } from "../adapter/adapter.ts";
import { cleanNews } from "../adapter/clean-news.ts";
import { cleanUsage } from "../adapter/clean-usage.ts";
import { isUsablePath, isUsableSession } from "../adapter/own-path.ts";
import { given } from "../adapter/payload.ts";
import type { AgentFacts, SignalFacts } from "../engine/envelope.ts";
import type { Evidence } from "../protocol/events/event.ts";
import { adapterOf } from "./registry.ts";

/** The facts that only the source of a reading has. */
export type Bringing = Pick<SignalFacts, "target" | "pane_id" | "dedupe_key" | "event_time" | "clock_offset" | "hints">;

/** Adds place, time and key from the source to a reading. */
export function factsOf(agent: string, reading: Reading, bringing: Bringing): SignalFacts {
  const { at, session_id, pid, cwd, transcript, version, doing, usage, evidence, ...said } = reading;
  const metadata = given<AgentFacts>({
    session_id: session_id !== undefined && isUsableSession(session_id) ? session_id : undefined,
    cwd: cwd !== undefined && isUsablePath(cwd) ? cwd : undefined,
    transcript: transcript !== undefined && isTranscriptOf(agent, transcript) ? transcript : undefined,
    version,
    doing: doing && cleanNews(doing),
    usage: usage && cleanUsage(usage),
  });
  return {
    ...bringing,
    ...said,
    agent_type: agent,
    event_time: at ?? bringing.event_time,
    evidence: onOurClock(evidence, bringing.clock_offset ?? 0),
    // the source's hints about the sender are more reliable: they come from the process, not from its text
    hints: {
      ...(session_id !== undefined && { agent_session: session_id }),
      ...(pid !== undefined && { agent_pid: pid }),
      ...bringing.hints,
    },
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** A payload may name any file: only a path that ends like this agent's transcripts is accepted. */
function isTranscriptOf(agent: string, path: string): boolean {
  return isUsablePath(path) && adapterOf(agent)?.transcripts?.test(path) === true;
}

/** Sealing corrects an event's own time by the clock offset; a time inside its evidence must be corrected here. */
function onOurClock(evidence: Evidence, offset: number): Evidence {
  if (evidence.kind !== "level" || evidence.changed_at === undefined) return evidence;
  return { ...evidence, changed_at: evidence.changed_at + offset };
}
