import type { ScreenReading } from "../../src/core/adapter/screen.ts";
import { adapterOf } from "../../src/core/agents/registry.ts";
import { type Phase, phaseOf, type State } from "../../src/core/protocol/base/state.ts";
import type { RecordedScreen } from "./recorded-screen.ts";

/** A state, or only the phase where the screen shows no more. */
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

/** A right phase without the exact state is neither right nor wrong. */
function verdictOn(read: Read, truth: State): Verdict {
  if (read === "unknown") return "unknown";
  if (read === truth) return "right";
  return read === phaseOf(truth) ? "untold" : "wrong";
}
