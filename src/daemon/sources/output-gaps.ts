import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";

/** How long a gap stays reported as a problem. */
const TOLD_MS = 3_600_000;
const CODE = "OUTPUT_GAP";

/**
 * Counts how often panes of a target printed more than we could read: lines are lost between what we had read and what
 * can still be read.
 */
export class OutputGaps {
  private readonly target: string;
  private readonly problems: Pick<Problems, "raise" | "clear">;
  private readonly log: Log;
  private count = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(target: string, problems: Pick<Problems, "raise" | "clear">, log: Log) {
    this.target = target;
    this.problems = problems;
    this.log = log;
  }

  note(paneId: string): void {
    const { target, problems, log } = this;
    this.count += 1;
    log.warn({ pane: paneId, gaps: this.count }, "it printed more than could be read: markers may be missing");
    const times = this.count === 1 ? "once" : `${this.count} times`;
    const words = `${target}: panes printed more than could be read, ${times} (last ${paneId}); markers among it are lost`;
    problems.raise(CODE, words, target);
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => problems.clear(CODE, target), TOLD_MS).unref();
  }
}
