import { callName } from "../../core/notify/same-call.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Clock } from "../base/clock.ts";
import { attempt, type WorkReport } from "../base/failures.ts";
import { VISIT_MS, type Watchers } from "./watched.ts";

export interface VisitsDeps {
  panes(): readonly PaneItem[];
  /** Calls `listener` after every change of the panes; returns how to unsubscribe. */
  onChange(listener: () => void): () => void;
  watchersOf(target: string, signal: AbortSignal): Promise<Watchers>;
  /** Whether somebody uses a visible tab of the dashboard that shows the pane. */
  isAttended(target: string, paneId: string): boolean;
  /** Marks that call as seen, if it is still open. */
  see(attentionId: string, raisedAt: number): void;
  failures: WorkReport;
  clock: Clock;
}

/** How often to look while somebody is there, and while nobody is. */
const LOOK_MS = 1_000;
const LOOK_AGAIN_MS = 5_000;

const NOBODY: Watchers = { isSomebodyThere: false, see: () => false };

type DonePane = PaneItem & { attention: NonNullable<PaneItem["attention"]> };

/** Closes what is done once somebody has watched its pane for a while. Looks only while something is on that shelf. */
export class Visits {
  private readonly deps: VisitsDeps;
  private leave = () => {};
  /** Since when somebody has watched a pane, by its call. */
  private readonly since = new Map<string, number>();
  /** The calls of the last look. */
  private known: ReadonlySet<string> = new Set();
  private timer: NodeJS.Timeout | null = null;
  private isLooking = false;
  private readonly stopping = new AbortController();

  constructor(deps: VisitsDeps) {
    this.deps = deps;
  }

  start(): void {
    this.leave = this.deps.onChange(() => this.wake());
    this.wake();
  }

  stop(): void {
    this.stopping.abort();
    this.leave();
    if (this.timer !== null) clearTimeout(this.timer);
  }

  /** A new call is looked at at once: its 3 s begin then. */
  private wake(): void {
    if (this.isLooking || this.stopping.signal.aborted) return;
    const isNew = donePanes(this.deps.panes()).some((pane) => !this.known.has(keyOf(pane)));
    if (isNew) void this.look();
  }

  private async look(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.isLooking = true;
    const panes = donePanes(this.deps.panes());
    this.known = new Set(panes.map(keyOf));
    for (const key of this.since.keys()) if (!this.known.has(key)) this.since.delete(key);
    const targets = [...new Set(panes.map(({ identity }) => identity.target))];
    const looked = await Promise.all(targets.map((target) => this.lookAt(target, panes)));
    this.isLooking = false;
    if (panes.length === 0 || this.stopping.signal.aborted) return;
    const waits = looked.some((isSomebodyThere) => isSomebodyThere) ? LOOK_MS : LOOK_AGAIN_MS;
    this.timer = setTimeout(() => void this.look(), waits).unref();
    this.wake();
  }

  private async lookAt(target: string, panes: readonly DonePane[]): Promise<boolean> {
    const { isAttended, watchersOf } = this.deps;
    const there = panes.filter(({ identity }) => identity.target === target);
    // a target may just have been removed
    const watchers = await watchersOf(target, this.stopping.signal).catch(() => NOBODY);
    const watched = there.filter(({ identity }) => watchers.see(identity) || isAttended(target, identity.pane_id));
    for (const pane of there) if (!watched.includes(pane)) this.since.delete(keyOf(pane));
    for (const pane of watched) this.note(pane);
    return watchers.isSomebodyThere || watched.length > 0;
  }

  private note(pane: DonePane): void {
    const { see, clock, failures } = this.deps;
    const key = keyOf(pane);
    const now = clock.now();
    const since = this.since.get(key) ?? now;
    this.since.set(key, since);
    if (now - since < VISIT_MS) return;
    this.since.delete(key);
    const { attention_id, raised_at } = pane.attention;
    attempt(failures, "noting that somebody has seen what is done", () => see(attention_id, raised_at));
  }
}

function donePanes(panes: readonly PaneItem[]): DonePane[] {
  return panes.filter((pane): pane is DonePane => pane.shelf === "done" && pane.attention !== null);
}

function keyOf({ identity, attention }: DonePane): string {
  return `${identity.target}/${identity.pane_id}/${callName(attention)}`;
}
