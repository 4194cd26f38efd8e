import type { MarkerReading } from "../../core/protocol/events/explain.ts";
import { indexOfProtocol } from "../../core/signals/index-of-protocol.ts";
import type { Marker } from "../../core/signals/marker.ts";
import { readScreenMarkers, type ScreenMarker } from "../../core/signals/marker-screen.ts";
import { decodeUtf8 } from "../../core/terminal/decode-utf8.ts";
import { stripAnsi } from "../../core/terminal/strip-ansi.ts";
import type { OutputStart } from "../targets/pipes/pane-output.ts";
import { withoutSecrets } from "./marker-memory.ts";

/** All markers that a pane shows, from top to bottom, redacted. */
export function shownMarkers(rows: readonly string[]): ScreenMarker[] {
  return readScreenMarkers(rows).map(({ marker, isOwn }) => ({ marker: withoutSecrets(marker), isOwn }));
}

/** As `shownMarkers`, without whether the agent itself said them. */
export function markersOf(rows: readonly string[]): Marker[] {
  return shownMarkers(rows).map(({ marker }) => marker);
}

/** The markers in bytes with which an agent paints. */
export function paintedMarkers(bytes: Uint8Array): Marker[] {
  if (indexOfProtocol(bytes, 0, bytes.length) < 0) return [];
  return markersOf(decodeUtf8(stripAnsi(bytes)).split(/[\r\n]+/));
}

/** Whether a shown marker counts as a signal. */
export function isSaid({ isOwn }: ScreenMarker, readBy: MarkerReading): boolean {
  return readBy === "lines" || (readBy === "screen" && isOwn);
}

/** Whether the cursor's line holds a marker and no other line is below it. */
export function endsInMarker({ rows, belowCursor }: OutputStart): boolean {
  const last = rows.findLastIndex((row) => row.trim() !== "");
  return (rows[last] ?? "").includes("]>--") && rows.length - 1 - last === belowCursor;
}

/** Whether the last marker is the last output, apart from a prompt. */
export function endsWithMarker(rows: readonly string[]): boolean {
  const after = rows.slice(rows.findLastIndex((row) => row.includes("]>--")) + 1);
  return after.filter((row) => row.trim() !== "").length <= 1;
}
