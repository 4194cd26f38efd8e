import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { BindingHints } from "../../core/protocol/events/event.ts";
import type { Marker } from "../../core/signals/marker.ts";
import { schmuxEvidence } from "../../core/signals/schmux-evidence.ts";
import type { MarkerMemory } from "./marker-memory.ts";

export interface MarkerOrigin {
  target: string;
  paneId: string;
  hints(): BindingHints;
}

export interface ReadMarkers {
  markers: readonly Marker[];
  /** All that count as seen: those that are delivered, and perhaps more. */
  remembered?: readonly Marker[];
  memory: MarkerMemory;
  medium: "appended" | "repainted";
  at: number;
}

/** Makes signals of markers and gives them their keys. */
export function markerFacts(
  { target, paneId, hints }: MarkerOrigin,
  { markers, remembered = markers, memory, medium, at }: ReadMarkers,
): SignalFacts[] {
  const known = new Map(remembered.map((marker) => [marker, memory.add(marker, at)]));
  return markers.map((marker) => ({
    target,
    pane_id: paneId,
    source: "marker",
    event_type: `schmux.${marker.state}`,
    ...(known.get(marker) ?? memory.add(marker, at)),
    hints: hints(),
    message: marker.message,
    evidence: schmuxEvidence(marker.state, medium),
  }));
}
