import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { MarkerReading } from "../../core/protocol/events/explain.ts";
import type { OutputStart } from "../targets/pipes/pane-output.ts";
import { HeldNearMiss } from "./held-near-miss.ts";
import { MarkerMemory } from "./marker-memory.ts";
import { PaneMarkers } from "./pane-markers.ts";

export const HEIGHT = 5;
export const SCROLLBACK = 3;

/** These rows, then empty ones to the end of the screen; the cursor is in the last row that contains `cursorIn`. */
export function screen(rows: string[], cursorIn: string): OutputStart {
  const height = HEIGHT;
  const filled = [...rows, ...Array.from({ length: Math.max(0, height - rows.length) }, () => "")];
  const at = filled.findLastIndex((row) => row.includes(cursorIn));
  return {
    rows: filled,
    height,
    alternate: false,
    belowCursor: filled.length - 1 - at,
    unfinished: filled[at] ?? "",
    history: Math.max(0, rows.length - height),
    historyLimit: 2_000,
  };
}

/** The markers of one pane, which first shows these rows; `told` and `missed` are what was found in it. */
export function watched(
  readBy: MarkerReading = "lines",
  rows: string[] = [],
  stored: ReadonlyMap<string, string> = new Map(),
) {
  const offered: SignalFacts[] = [];
  const writes = new Map(stored);
  const memory = (key: string) => new MarkerMemory(key, "1.1", 1, writes.get(key) ?? null, 1);
  const ingest = (facts: readonly SignalFacts[], kept: readonly (readonly [string, string])[]) => {
    for (const [key, value] of kept) writes.set(key, value);
    return offered.push(...facts) >= 0;
  };
  const missed: string[] = [];
  const pane = { readBy, missed, writes, told: () => offered.map(({ message }) => message) };
  const markers = new PaneMarkers(
    {
      paneId: "%1",
      target: "host",
      hints: () => ({}),
      intake: { ingest } as never,
      clock: { now: () => 1_000 } as never,
      nearMisses: new HeldNearMiss("%1", { note: (_, { line }) => void missed.push(line), heard: () => undefined }),
      lines: memory("lines"),
      screen: memory("screen"),
      flushMs: 60_000,
      scrollback: SCROLLBACK,
      bornAt: 0,
      aliveAt: 0,
      readBy: () => pane.readBy,
    },
    screen(rows, rows.at(-1) ?? ""),
    0,
  );
  return Object.assign(pane, { markers });
}
