import { type EventEnvelope, stampOf } from "../protocol/event.ts";

/** Two clocks that agree may differ by so much. */
const SLACK_MS = 250;
/** Neither tells what the agent itself makes of it. */
const OTHERS: readonly string[] = ["process", "daemon"];

/** The first word of the agent since then that it no longer waits for this answer: it works, rests, or shows either. */
export function tookAnswer(events: readonly EventEnvelope[], since: number): EventEnvelope | null {
  const moved = events.filter(({ source, evidence, ...event }) => {
    if (OTHERS.includes(source) || stampOf(event) < since - SLACK_MS) return false;
    if (evidence.kind === "edge") return evidence.phase !== "ask";
    return evidence.kind === "level" && evidence.phase !== "ask" && (evidence.changed_at ?? 0) >= since - SLACK_MS;
  });
  return moved.sort((a, b) => stampOf(a) - stampOf(b))[0] ?? null;
}
