import { phaseOf } from "../../core/protocol/base/state.ts";
import type { Source } from "../../core/protocol/events/event.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Clock } from "../base/clock.ts";

export interface UnconfirmedAsksDeps {
  panes(): readonly PaneItem[];
  /** Captures the pane's screen, if possible. */
  read(paneId: string): void;
  everyMs: number;
  clock: Clock;
}

/**
 * Finds asks that no level has shown for long. No agent reports that a person has denied or left a dialog, so its
 * screen is read once in a while, as a level like any other.
 */
export class UnconfirmedAsks {
  private readonly deps: UnconfirmedAsksDeps;
  /** When the screen was last read, by runtime. */
  private readonly readAt = new Map<string, number>();

  constructor(deps: UnconfirmedAsksDeps) {
    this.deps = deps;
  }

  check(): void {
    const { panes, read, everyMs, clock } = this.deps;
    const doubted = new Map(panes().flatMap((pane) => (isDoubted(pane) ? [[pane.runtime_id, pane]] : [])));
    for (const runtimeId of this.readAt.keys()) if (!doubted.has(runtimeId)) this.readAt.delete(runtimeId);
    for (const [runtimeId, { identity }] of doubted) {
      if (clock.now() - (this.readAt.get(runtimeId) ?? Number.NEGATIVE_INFINITY) < everyMs) continue;
      this.readAt.set(runtimeId, clock.now());
      read(identity.pane_id);
    }
  }
}

/** Sources that report asks as events; levels are checked anyway. */
const REPORTING_SOURCES: ReadonlySet<Source | null> = new Set<Source>(["hook", "plugin", "notify", "transcript"]);

/** Whether the pane asks by an event that has low confidence. (What a level asks was seen just now.) */
function isDoubted(pane: PaneItem): pane is PaneItem & { runtime_id: string } {
  const { runtime_id, state, confidence, source } = pane;
  return runtime_id !== null && phaseOf(state) === "ask" && confidence === "low" && REPORTING_SOURCES.has(source);
}
