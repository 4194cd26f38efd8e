import { type EventEnvelope, stampOf } from "../../core/protocol/events/event.ts";

/** Declarations older than this when they are read are history. */
const JUST_NOW_MS = 5_000;

export function isJustDeclared(event: EventEnvelope, now: number): boolean {
  const { evidence } = event;
  return evidence.kind === "declaration" && evidence.medium === "appended" && now - stampOf(event) < JUST_NOW_MS;
}
