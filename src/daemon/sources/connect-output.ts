import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { LookOutcome, OutputStart, PaneOutput } from "../targets/pipes/pane-output.ts";
import type { OutputGaps } from "./output-gaps.ts";
import type { PaneMarkers } from "./pane-markers.ts";
import { type SeenScreen, SettledScreen } from "./settled-screen.ts";
import type { ShownLevels } from "./shown-levels.ts";

/** After this silence a full-screen program's screen is read. */
const SETTLE_MS = 200;

export interface OutputReaders {
  /** Null if only levels are read from the output. */
  markers: PaneMarkers | null;
  shown: ShownLevels;
  gaps: OutputGaps;
  /** A screen that never settles is read after this long. */
  longestMs(): number;
  clock: Clock;
  log: Log;
  capture(): Promise<SeenScreen>;
  onOutput(): void;
  /** Runs a reader; its errors are reported and do not reach the output. */
  attempt(job: () => void): void;
}

/** Gives the output of one pane to everything that reads it: markers, levels and the settled screen. */
export function connectOutput(
  paneId: string,
  { output, start }: { output: PaneOutput; start: OutputStart },
  { markers, shown, gaps, longestMs, clock, log, capture, onOutput, attempt }: OutputReaders,
): SettledScreen {
  const screen = new SettledScreen({
    paneId,
    capture,
    onScreen: ({ rows, alternate }, { askedAt, hasMoved }) => {
      markers?.readScreen(rows, alternate);
      shown.see(paneId, rows, askedAt);
      if (hasMoved) shown.touched(paneId);
    },
    settleMs: SETTLE_MS,
    longestMs,
    clock,
    log,
  });
  output.onData((bytes) =>
    attempt(() => {
      markers?.feed(bytes);
      shown.hear(paneId, bytes, output.isWhole);
      shown.touched(paneId);
      onOutput();
      if (markers?.isPainted || shown.readsScreen(paneId)) screen.touch();
    }),
  );
  output.onSplice?.((spliced, wasWhole) =>
    attempt(() => {
      if (wasWhole && markers?.misses(spliced)) gaps.note(paneId);
      markers?.resume(spliced, clock.now());
      if (wasWhole && output.isWhole === false) shown.hearsInPart(paneId);
    }),
  );
  output.onLook?.(() => {
    const heard = markers?.heard;
    return (look) => {
      let outcome: LookOutcome = "told";
      attempt(() => {
        if (output.hasLines === true) outcome = markers?.lookBesideLines(look, clock.now(), heard) ?? "told";
        else markers?.look(look, clock.now());
        shown.see(paneId, look.rows.slice(-look.height));
      });
      return outcome;
    };
  });
  shown.see(paneId, start.rows.slice(-start.height));
  return screen;
}
