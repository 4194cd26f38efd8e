import type { Phase } from "../protocol/base/state.ts";
import { type EventEnvelope, stampOf } from "../protocol/events/event.ts";

/** Tolerated difference between two clocks that agree. */
const SLACK_MS = 250;

/**
 * The first event which shows that the agent took what was sent at `since`: it began a turn, or works now and did not
 * before. After a question, working again is enough.
 */
export function acceptance(
  events: readonly EventEnvelope[],
  since: number,
  before: Phase | null,
): EventEnvelope | null {
  const shows = events.filter(
    (event) => event.source !== "process" && event.source !== "daemon" && isTaken(event, since - SLACK_MS, before),
  );
  return shows.sort((a, b) => stampOf(a) - stampOf(b))[0] ?? null;
}

function isTaken(event: EventEnvelope, since: number, before: Phase | null): boolean {
  const { evidence } = event;
  if (stampOf(event) < since) return false;
  if (evidence.kind === "edge") return evidence.phase === "busy" && (evidence.begin === true || before === "ask");
  // an agent that was working all the time may not have read it yet
  return (
    evidence.kind === "level" && evidence.phase === "busy" && before !== "busy" && (evidence.changed_at ?? 0) >= since
  );
}
