import type { Source } from "../../core/protocol/event.ts";
import type { Told } from "./level-of.ts";

type Words = Pick<Told, "event_type"> & { source: Source };

interface SilentCall extends Words {
  /** The last word of the agent before it. */
  word: number;
  begunAt: number;
  /** Since when its screen has moved, where it has since the call was last told. */
  movedFrom: number | null;
}

/**
 * What was last told of each silence, also while it is withdrawn: a screen that moves now and then (a battery, a resize) is
 * the same silence when it stands still again, and must not call a second time.
 */
export class SilentCalls {
  private readonly calls = new Map<string, SilentCall>();
  /** Whoever moves for so long lives, and hangs anew when it hangs again. */
  private readonly aliveMs: number;

  constructor(aliveMs: number) {
    this.aliveMs = aliveMs;
  }

  /** When this call began, or null where it is a new one. */
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
