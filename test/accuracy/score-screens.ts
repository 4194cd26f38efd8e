import { adapterOf } from "../../src/core/agents/registry.ts";
import type { ScreenReading } from "../../src/core/agents/screen.ts";
import { type Phase, phaseOf, type State } from "../../src/core/protocol/state.ts";
import type { RecordedScreen } from "./recorded-screen.ts";

/** A state, or the phase alone where the screen does not tell more. */
export type Read = State | Extract<Phase, "ask" | "rest">;
export type Verdict = "right" | "untold" | "unknown" | "wrong";

export interface ScreenScore extends RecordedScreen {
  read: Read;
  verdict: Verdict;
  /** The cue, or why there is none. */
  why: string;
}

export function scoreScreens(screens: readonly RecordedScreen[]): ScreenScore[] {
  return screens.map((recorded) => {
    const reading = adapterOf(recorded.agent)?.readScreen?.(recorded.screen) ?? NOBODY;
    const read = readOf(reading);
    const why = reading.type === "read" ? `${reading.cue.name}, row ${reading.cue.row}` : reading.why;
    return { ...recorded, read, verdict: verdictOn(read, recorded.state), why };
  });
}

const NOBODY: ScreenReading = { type: "unrecognised", why: "its adapter reads no screens", beyond: false };

function readOf(reading: ScreenReading): Read {
  if (reading.type === "unrecognised" || reading.reading.evidence.kind !== "level") return "unknown";
  const { phase, state } = reading.reading.evidence;
  return state ?? (phase === "busy" ? "running" : phase);
}

/** A phase without its outcome is not wrong as long as the phase is right, but neither is it right. */
function verdictOn(read: Read, truth: State): Verdict {
  if (read === "unknown") return "unknown";
  if (read === truth) return "right";
  return read === phaseOf(truth) ? "untold" : "wrong";
}
