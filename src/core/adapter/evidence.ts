import type { Activity } from "../protocol/base/state.ts";
import type { Edge, Evidence, Level } from "../protocol/events/event.ts";

/** Evidence values with which adapters say what an event means. */

export const BUSY: Edge = { kind: "edge", phase: "busy", state: "running" };
/** Its turn is over, but its sub-agents work on in the background, and it goes on when they have ended. */
export const IN_BACKGROUND: Edge = { ...BUSY, background: true };
export const COMPACTING: Edge = { ...BUSY, activity: { kind: "compacting" } };
export const RETRYING: Edge = { ...BUSY, activity: { kind: "retrying" } };
export const APPROVAL: Edge = { kind: "edge", phase: "ask", state: "waiting_approval" };
export const INPUT: Edge = { kind: "edge", phase: "ask", state: "waiting_input" };
export const COMPLETED: Edge = { kind: "edge", phase: "rest", state: "completed" };
export const FAILED: Edge = { kind: "edge", phase: "rest", state: "error" };
export const IDLE: Edge = { kind: "edge", phase: "rest", state: "idle" };
/** The turn is over; how it ended is not known. */
export const OVER: Edge = { kind: "edge", phase: "rest", weak: true };
/** A known event that says nothing about the state. */
export const NOTHING: Evidence = { kind: "note", reason: "tells nothing about the state" };
/** Says only what the agent works on: kept with the runtime, not in the log. */
export const WORK_ONLY: Extract<Evidence, { kind: "note" }> = { kind: "note", reason: "tells what it works on" };
export const UNSUPPORTED: Evidence = { kind: "note", reason: "unsupported_signal" };

/** An account's limit has ended the turn; `until` is null if the agent does not tell when it resets. */
export const limitedUntil = (until: number | null, resumes: boolean): Edge => ({
  ...FAILED,
  limited: { until, resumes },
});

/** Begins a turn, which ends everything before it. */
export const begins = (edge: Edge): Edge => ({ ...edge, begin: true });
/** The agent reports this even if the turn ended differently. */
export const weak = (edge: Edge): Edge => ({ ...edge, weak: true });
export const believedFor = (ms: number, edge: Edge): Edge => ({ ...edge, ttl_ms: ms });

export function working(tool: string | undefined): Edge {
  const activity: Activity = { kind: "working", ...(tool !== undefined && { tool }) };
  return { ...BUSY, activity };
}

export function level(phase: Level["phase"], extra: Omit<Level, "kind" | "phase"> = {}): Level {
  return { kind: "level", phase, ...extra };
}

export function isWorkOnly({ evidence }: { evidence: Evidence }): boolean {
  return evidence.kind === "note" && evidence.reason === WORK_ONLY.reason;
}
