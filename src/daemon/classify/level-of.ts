import type { Verdict } from "../../core/protocol/classify.ts";
import type { Level } from "../../core/protocol/event.ts";
import { phaseOf } from "../../core/protocol/state.ts";

export interface Told {
  event_type: string;
  level: Level;
  message: string;
}

/** What is known of a runtime besides its screen. */
export interface Silence {
  /** For how long it has said nothing. */
  silentMs: number;
  /** For how long its screen has not moved, as far as we have looked. */
  stillMs: number;
  /** Working is the last thing that it said. */
  saidWorking: boolean;
}

/** A verdict as the engine hears it; null where it tells nothing. Work that nobody sees going on may have stopped. */
export function levelOf({ state, summary, evidence }: Verdict, silence: Silence): Told | null {
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

/** With the words on the screen that show it: a person need not go there to see what is asked. */
function quoted(summary: string, [quote]: readonly string[]): string {
  if (quote === undefined || summary.includes(quote)) return summary;
  return `${summary} "${quote.trim()}"`;
}

function stalledWords({ silentMs, stillMs }: Silence, quote: string | null): string {
  const shows = quote === null ? "shows no question" : `still shows "${quote}"`;
  return `said working ${spanWords(silentMs)} ago; no signal since, and its screen ${shows} and has not moved for ${spanWords(stillMs)}`;
}

function spanWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds}s`;
  return minutes < 60 ? `${minutes}m ${seconds % 60}s` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
