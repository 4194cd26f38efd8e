import { type Marker, opensMarker, parseMarker, sameMarker, unframe } from "./marker.ts";
import { ownRows } from "./own-rows.ts";
import { SCHMUX_STATES } from "./schmux-state.ts";

const MAX_FOLLOWING_ROWS = 4;
/** A marker whose brackets a renderer of Markdown has taken for those of a link: its beginning and its end. */
const BARE_OPEN = new RegExp(`--<(?=schmux:(?:${SCHMUX_STATES.join("|")}):)`);
const BARE_CLOSE = /(?<!\])>--/;

/** A marker on a screen, and whether it may be the agent's own statement, if the screen is a known agent's. */
export interface ScreenMarker {
  marker: Marker;
  isOwn: boolean;
}

/** The markers on a captured screen, top to bottom, including those that the program wrapped between words. */
export function readScreenMarkers(captured: readonly string[]): ScreenMarker[] {
  const rows = withBrackets(captured);
  const markers: ScreenMarker[] = [];
  const isOwn = ownRows(rows);
  for (const [at, row] of rows.entries()) {
    const found = opensMarker(row) ? parseMarker(unwrap(rows, at)) : parseMarker(row);
    if (found?.type === "signal") markers.push({ marker: found, isOwn: isOwn(at) });
  }
  return markers;
}

/**
 * Which of the visible markers are new, given all seen before. The screen is a window over the agent's output: it may
 * begin anywhere among the seen ones, and markers after the last seen one are new.
 */
export function newMarkers(seen: readonly Marker[], visible: readonly Marker[]): Marker[] {
  if (holdsRun(seen, visible)) return [];
  let overlap = Math.min(seen.length, visible.length);
  while (!runsAt(seen, seen.length - overlap, visible.slice(0, overlap))) overlap--;
  return visible.slice(overlap);
}

function withBrackets(rows: readonly string[]): readonly string[] {
  const restored = [...rows];
  for (const [at, row] of rows.entries()) {
    if (!BARE_OPEN.test(row)) continue;
    restored[at] = row.replace(BARE_OPEN, "--<[");
    const near = restored.slice(at, at + MAX_FOLLOWING_ROWS + 1);
    const below = near.findIndex((each) => BARE_CLOSE.test(each));
    if (below >= 0) restored[at + below] = (near[below] ?? "").replace(BARE_CLOSE, "]>--");
  }
  return restored;
}

function unwrap(rows: readonly string[], at: number): string {
  let text = unframe(rows[at] ?? "");
  for (const row of rows.slice(at + 1, at + 1 + MAX_FOLLOWING_ROWS)) {
    const part = unframe(row);
    if (part === "" || opensMarker(row)) break;
    text += ` ${part}`;
    if (part.includes("]")) break;
  }
  return text;
}

function holdsRun(seen: readonly Marker[], visible: readonly Marker[]): boolean {
  for (let start = 0; start + visible.length <= seen.length; start++) {
    if (runsAt(seen, start, visible)) return true;
  }
  return false;
}

function runsAt(seen: readonly Marker[], start: number, run: readonly Marker[]): boolean {
  return run.every((marker, i) => {
    const other = seen[start + i];
    return other !== undefined && sameMarker(other, marker);
  });
}
