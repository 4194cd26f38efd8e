import { type EventEnvelope, stampOf } from "../protocol/event.ts";
import type { Phase } from "../protocol/state.ts";

/** Two clocks that agree may differ by so much. */
const SLACK_MS = 250;

/**
 * The first word of the agent that shows that it took what was sent at `since`: it began a turn, or works now and did not before.
 * One that was asked something has taken the answer as soon as it works again.
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
  // what went on working may not have read it yet
  return (
    evidence.kind === "level" && evidence.phase === "busy" && before !== "busy" && (evidence.changed_at ?? 0) >= since
  );
}
