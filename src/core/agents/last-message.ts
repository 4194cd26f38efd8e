import { parseMarker } from "../signals/marker.ts";
import { schmuxEvidence } from "../signals/schmux-evidence.ts";
import type { Reading } from "./adapter.ts";

const LONGEST = 200;

/**
 * The last marker among an agent's last words. Its screen shows the same line, before or after:
 * as a repaint it counts once, whichever comes first.
 */
export function markersIn(said: string, { evidence: _, ...told }: Reading): Reading[] {
  const markers = said.split(/\r?\n/).flatMap((line) => {
    const found = parseMarker(line);
    return found?.type === "signal" ? [found] : [];
  });
  return markers.slice(-1).map(({ state, message }) => ({
    ...told,
    source: "marker",
    event_type: `schmux.${state}`,
    message,
    evidence: schmuxEvidence(state, "repainted"),
  }));
}

/** The first line of a longer text that is not a marker: enough to know which answer it is. */
export function firstLine(text: string | undefined): string {
  const lines = (text ?? "").split(/\r?\n/).map((line) => line.trim());
  const line = lines.find((each) => each !== "" && parseMarker(each) === null) ?? "";
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
