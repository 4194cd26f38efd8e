import type { Phase } from "../protocol/base/state.ts";
import { type EventEnvelope, stampOf } from "../protocol/events/event.ts";

/** Tolerated difference between two clocks that agree. */
const SLACK_MS = 250;
/** Sources that say nothing about the agent's own reaction. */
const OTHERS: readonly string[] = ["process", "daemon"];

/** The first event since then, and not before `askedAt`, which shows that the agent has entered one of these phases. */
export function agentMoved(
  events: readonly EventEnvelope[],
  since: number,
  to: readonly Phase[],
  askedAt = 0,
): EventEnvelope | null {
  const earliest = Math.max(since - SLACK_MS, askedAt);
  const moved = events.filter(({ source, evidence, ...event }) => {
    if (OTHERS.includes(source) || stampOf(event) < earliest) return false;
    if (evidence.kind === "edge") return to.includes(evidence.phase);
    return evidence.kind === "level" && to.includes(evidence.phase) && (evidence.changed_at ?? 0) >= earliest;
  });
  return moved.sort((a, b) => stampOf(a) - stampOf(b))[0] ?? null;
}
