import type { Found, NearMiss } from "../../core/signals/marker.ts";
import type { OutputStart } from "../targets/pipes/pane-output.ts";
import type { NearMisses } from "./near-misses.ts";

/** Longer than a splice waits for the last output of its old pipe. */
const HELD_MS = 3_000;

/**
 * Holds back a near-miss in the last line that was heard, until more output or some time shows that the line is whole:
 * the filter of a pipe that is replaced ends the line that it has begun to read, and the rest comes through the next.
 */
export class HeldNearMiss {
  private readonly paneId: string;
  private readonly nearMisses: Pick<NearMisses, "note" | "heard">;
  private held: { miss: NearMiss; timer: NodeJS.Timeout } | null = null;

  constructor(paneId: string, nearMisses: Pick<NearMisses, "note" | "heard">) {
    this.paneId = paneId;
    this.nearMisses = nearMisses;
  }

  take(found: readonly Found[]): void {
    for (const each of found) {
      this.release();
      if (each.type === "signal") this.nearMisses.heard(this.paneId, each);
      else this.held = { miss: each, timer: setTimeout(() => this.release(), HELD_MS) };
    }
  }

  /** The line was whole. */
  release(): void {
    const miss = this.drop();
    if (miss !== null) this.nearMisses.note(this.paneId, miss);
  }

  /** A capture of the pane shows whether the line goes on. */
  compare(start: OutputStart): void {
    if (this.held !== null && goesOn(this.held.miss.line.trim(), start)) this.drop();
    else this.release();
  }

  private drop(): NearMiss | null {
    const { held } = this;
    this.held = null;
    if (held === null) return null;
    clearTimeout(held.timer);
    return held.miss;
  }
}

function goesOn(line: string, { rows, unfinished }: OutputStart): boolean {
  const row = rows.findLast((each) => each.includes(line)) ?? "";
  return unfinished.includes(line) || row.slice(row.lastIndexOf(line) + line.length).trim() !== "";
}
