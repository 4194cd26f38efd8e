import { type Marker, sameMarker } from "./marker.ts";

/**
 * Which of the markers in the scrollback were printed while we did not listen, given those heard before. The end of the
 * output is always visible, so the best alignment leaves the fewest heard markers unmatched and takes the fewest as
 * new; on a tie no marker may be lost. `isCut`: more were heard than are given, and older ones may be visible.
 */
export function recoverMarkers(heard: readonly Marker[], visible: readonly Marker[], isCut = false): Marker[] {
  const end = isCut ? endOfRun(heard, visible) : null;
  if (end !== null) return visible.slice(end);
  // none of those heard is visible any more: cleared, or scrolled away
  let best = { known: 0, missing: 1, cost: visible.length + 1 };
  if (heard.length === 0) best = { known: 0, missing: 0, cost: visible.length };
  for (let known = 1; known <= visible.length; known += 1) {
    const first = latestMatch(heard, visible.slice(0, known));
    if (first === null) break;
    const missing = heard.length - first - known;
    const cost = missing + visible.length - known;
    if (cost < best.cost || (cost === best.cost && missing < best.missing)) best = { known, missing, cost };
  }
  return visible.slice(best.known);
}

/** The end of the last complete, gapless run of `heard` in `visible`. */
function endOfRun(heard: readonly Marker[], visible: readonly Marker[]): number | null {
  for (let end = visible.length; end >= heard.length; end -= 1) {
    const from = end - heard.length;
    if (heard.every((marker, index) => sameMarker(marker, visible[from + index] as Marker))) return end;
  }
  return null;
}

/** Matches all `markers` in `heard`, in order and as late as possible; returns where the first one is, or null. */
function latestMatch(heard: readonly Marker[], markers: readonly Marker[]): number | null {
  let place = heard.length;
  for (const marker of markers.toReversed()) {
    do place -= 1;
    while (place >= 0 && !sameMarker(heard[place] as Marker, marker));
    if (place < 0) return null;
  }
  return place;
}
