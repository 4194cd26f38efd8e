import { phaseOf } from "../../core/protocol/base/state.ts";
import type { Verdict } from "../../core/protocol/daemon/classify.ts";
import type { Level } from "../../core/protocol/events/event.ts";

export interface SilenceLevel {
  event_type: string;
  level: Level;
  message: string;
}

/** The facts about a runtime besides its screen. */
export interface SilenceFacts {
  /** Milliseconds since its last signal. */
  silentMs: number;
  /** Milliseconds its screen has been unchanged, as far as we have looked. */
  stillMs: number;
  /** Its last signal said that it works. */
  saidWorking: boolean;
}

/** A verdict as a level for the engine; null if it says nothing. Reported work without progress is `stalled`. */
export function levelOf({ state, summary, evidence }: Verdict, silence: SilenceFacts): SilenceLevel | null {
  const phase = phaseOf(state);
  if (silence.saidWorking && (phase === null || phase === "busy"))
    return {
      event_type: "classified.stalled",
      level: { kind: "level", phase: "busy", state: "running", stalled: true },
      message: stalledWords(silence, phase === null ? null : (evidence[0] ?? null)),
    };
  if (phase === null) return null;
  return {
    event_type: `classified.${state}`,
    level: { kind: "level", phase, state },
    message: quoted(summary, evidence),
  };
}

/** Adds the quoted screen text, so that a person sees the question without going there. */
function quoted(summary: string, [quote]: readonly string[]): string {
  if (quote === undefined || summary.includes(quote)) return summary;
  return `${summary} "${quote.trim()}"`;
}

function stalledWords({ silentMs, stillMs }: SilenceFacts, quote: string | null): string {
  const showed = quote === null ? "showed no question" : `still showed "${quote}"`;
  return `said working, then gave no signal for ${spanWords(silentMs)}, while its screen ${showed} and did not move for ${spanWords(stillMs)}`;
}

function spanWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds}s`;
  return minutes < 60 ? `${minutes}m ${seconds % 60}s` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
