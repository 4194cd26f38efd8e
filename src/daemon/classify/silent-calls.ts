import type { Source } from "../../core/protocol/events/event.ts";
import type { SilenceLevel } from "./level-of.ts";

type Words = Pick<SilenceLevel, "event_type"> & { source: Source };

interface SilentCall extends Words {
  /** Time of the agent's last signal before it. */
  word: number;
  begunAt: number;
  /** Since when the screen has been moving, if it has moved since the last report. */
  movedFrom: number | null;
}

/**
 * The last reported level of each silence, even while withdrawn: a screen that moves now and then (a battery, a resize)
 * is in the same silence when it is still again, and must not raise attention twice.
 */
export class SilentCalls {
  private readonly calls = new Map<string, SilentCall>();
  /** A screen that moved for this long means a living agent; if it stalls again, that is new. */
  private readonly aliveMs: number;

  constructor(aliveMs: number) {
    this.aliveMs = aliveMs;
  }

  /** When this attention began, or null if it is new. */
  begun(runtimeId: string, { event_type, source }: Words, word: number, stillSince: number): number | null {
    const call = this.calls.get(runtimeId);
    if (call === undefined || call.word !== word || call.event_type !== event_type || call.source !== source)
      return null;
    return call.movedFrom !== null && stillSince - call.movedFrom >= this.aliveMs ? null : call.begunAt;
  }

  note(runtimeId: string, { event_type, source }: Words, word: number, begunAt: number): void {
    this.calls.set(runtimeId, { event_type, source, word, begunAt, movedFrom: null });
  }

  moved(runtimeId: string, at: number): void {
    const call = this.calls.get(runtimeId);
    if (call !== undefined) call.movedFrom ??= at;
  }

  keepOnly(runtimeIds: ReadonlySet<string | null>): void {
    for (const runtimeId of this.calls.keys()) if (!runtimeIds.has(runtimeId)) this.calls.delete(runtimeId);
  }
}
