import type { PaneKey, PrintingMessage } from "../../core/protocol/lists/stream.ts";
import type { Clock } from "../base/clock.ts";

/** Spinners update more often than this, and a shorter pause does not show. */
const LASTS_MS = 4_000;

/**
 * Which panes produce output now, as far as it is received. Only begin and end are published, and only at each `tick`:
 * the output itself would flood listeners.
 */
export class PrintingPanes {
  private readonly clock: Clock;
  private readonly printedAt = new Map<string, PaneKey & { at: number }>();
  private readonly printing = new Map<string, PaneKey>();
  private readonly listeners = new Set<(message: PrintingMessage) => void>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  note(target: string, pane_id: string): void {
    this.printedAt.set(`${target}/${pane_id}`, { target, pane_id, at: this.clock.now() });
  }

  /** Sends the panes that print now, if any, then changes. */
  subscribe(listener: (message: PrintingMessage) => void): () => void {
    if (this.printing.size > 0) listener({ type: "printing", began: [...this.printing.values()], ended: [] });
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  tick(): void {
    const since = this.clock.now() - LASTS_MS;
    const [began, ended]: [PaneKey[], PaneKey[]] = [[], []];
    for (const [key, { target, pane_id, at }] of this.printedAt) {
      const pane = { target, pane_id };
      if (at < since) {
        this.printedAt.delete(key);
        if (this.printing.delete(key)) ended.push(pane);
      } else if (!this.printing.has(key)) {
        this.printing.set(key, pane);
        began.push(pane);
      }
    }
    if (began.length === 0 && ended.length === 0) return;
    for (const tell of this.listeners) tell({ type: "printing", began, ended });
  }
}
