import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Clock } from "../base/clock.ts";
import { isAlikeScreen } from "./alike-screens.ts";
import { lastWord } from "./candidate.ts";
import type { Seen } from "./same-screen.ts";
import type { ScreenTarget } from "./screen-target.ts";

export interface UnchangedScreensDeps {
  /** How long nothing new must have come. */
  afterMs: number;
  clock: Clock;
}

interface Watched {
  target: string;
  seen: Seen;
  /** Since when every capture was like the one before it. */
  alikeSince: number;
  isTold: boolean;
}

/** An agent that reported something this recently is not looked at. */
const SILENT_MS = 60_000;

/**
 * Finds working agents without news whose screen changes by its spinner alone: perhaps their model never answers.
 * Reported as our own level (source `daemon`), which says since when and changes no state.
 */
export class UnchangedScreens {
  private readonly deps: UnchangedScreensDeps;
  /** By runtime. */
  private readonly watched = new Map<string, Watched>();

  constructor(deps: UnchangedScreensDeps) {
    this.deps = deps;
  }

  /** The agents whose screens are to be captured; withdraws the levels of all others on that target. */
  workingIn(target: ScreenTarget, panes: readonly PaneItem[]): PaneItem[] {
    const now = this.deps.clock.now();
    const working = panes.filter((item) => item.state === "running" && now - this.heardAt(target, item) >= SILENT_MS);
    const ids = new Set(working.map(({ runtime_id }) => runtime_id));
    for (const [runtimeId, { target: where }] of this.watched)
      if (where === target.name && !ids.has(runtimeId)) this.leave(target, runtimeId);
    return working;
  }

  see(target: ScreenTarget, { runtime_id: runtimeId, ...item }: PaneItem, seen: Seen): void {
    if (runtimeId === null) return;
    const known = this.watched.get(runtimeId);
    const isAlike = known !== undefined && isAlikeScreen(known.seen, seen);
    if (!isAlike) this.leave(target, runtimeId);
    const watched: Watched = isAlike
      ? { ...known, seen }
      : { target: target.name, seen, alikeSince: seen.at, isTold: false };
    this.watched.set(runtimeId, watched);
    const since = Math.max(watched.alikeSince, this.heardAt(target, { ...item, runtime_id: runtimeId }));
    // `stalled` already says more
    if (seen.at - since < this.deps.afterMs || item.attention?.kind === "stalled") return;
    watched.isTold = target.look(runtimeId, {
      target: target.name,
      pane_id: item.identity.pane_id,
      runtime_id: runtimeId,
      ...(item.agent !== null && { agent_type: item.agent }),
      source: "daemon",
      event_type: "screen.unchanged",
      dedupe_key: "",
      event_time: this.deps.clock.now(),
      message: "",
      evidence: { kind: "level", phase: "busy", unchanged: true, changed_at: since },
    });
  }

  /** Forgets targets that are no longer observed. */
  keepOnly(targets: ReadonlySet<string>): void {
    for (const [runtimeId, { target }] of this.watched) if (!targets.has(target)) this.watched.delete(runtimeId);
  }

  /** Suspend time does not count as silence. */
  private heardAt(target: ScreenTarget, { identity, runtime_id }: Pick<PaneItem, "identity" | "runtime_id">): number {
    const runtime = target.activeRuntimeOf(identity.pane_id);
    if (runtime === null || runtime.runtime_id !== runtime_id) return this.deps.clock.now();
    return Math.max(lastWord(target.fold(runtime_id), runtime), this.deps.clock.wokeAt?.() ?? 0);
  }

  private leave(target: ScreenTarget, runtimeId: string): void {
    if (this.watched.get(runtimeId)?.isTold === true) target.withdraw(runtimeId, "daemon");
    this.watched.delete(runtimeId);
  }
}
