import { type Marker, sameMarker } from "../../core/signals/marker.ts";
import type { LookOutcome } from "../targets/pipes/pane-output.ts";

/** Markers that a capture has shown before their lines arrived. Lines arrive once, and in order. */
export class AwaitedLines {
  /** Those that may still arrive, in order. */
  private awaited: readonly Marker[] = [];
  /** Read from the cursor's line: that line arrives when it ends. */
  private readEarly: Marker | null = null;
  private hasPrinted = false;

  /** The pane has printed since the last capture. */
  printed(): void {
    this.hasPrinted = true;
  }

  /** A new stream has begun: of the old one nothing arrives any more. */
  restart(): void {
    this.awaited = [];
    this.readEarly = null;
  }

  /** All that the capture showed is delivered now, `early` before its line has ended. */
  deliverNow(early: Marker | null): void {
    this.awaited = [];
    this.readEarly = early ?? this.readEarly;
  }

  /** The capture showed these. If it is the second one, and nothing has been printed in between, no line will come. */
  await(markers: readonly Marker[]): LookOutcome {
    const isSame = !this.hasPrinted && JSON.stringify(markers) === JSON.stringify(this.awaited);
    this.awaited = markers;
    this.hasPrinted = false;
    return isSame ? "unheard" : "pending";
  }

  /** Lines with these markers have arrived: returns what is to be delivered now. */
  arrive(markers: readonly Marker[]): Marker[] {
    return markers
      .filter((marker) => !this.wasReadEarly(marker))
      .flatMap((marker) => [...this.takeOvertaken(marker), marker]);
  }

  /** Markers that were shown above this one will not arrive any more, and are delivered before it. */
  private takeOvertaken(marker: Marker): readonly Marker[] {
    const at = this.awaited.findIndex((each) => sameMarker(each, marker));
    const before = at < 0 ? this.awaited : this.awaited.slice(0, at);
    this.awaited = at < 0 ? [] : this.awaited.slice(at + 1);
    return before;
  }

  private wasReadEarly(marker: Marker): boolean {
    const { readEarly } = this;
    this.readEarly = null;
    return readEarly !== null && sameMarker(readEarly, marker);
  }
}
