import { deliveryKey } from "../../../core/notify/notification-of.ts";
import type { AttentionKind } from "../../../core/protocol/events/attention.ts";
import { LOUDEST_FIRST } from "../../../core/protocol/events/shelves.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import type { Delivery, Notification } from "../../../core/protocol/notify/notify.ts";
import type { ChannelDeps } from "./channel.ts";
import { TaskQueues } from "./task-queues.ts";

const OPTION = "@agtmux_attention";
/** At shutdown: limit for tasks in progress, and again for removing the flags. */
const CLOSE_MS = 2_500;
/** Delay before an unresponsive server is asked again. */
const SWEEP_AGAIN_MS = 10_000;
/** If nothing changes after the start, no change event would trigger the first review. */
const FIRST_REVIEW_MS = 1_000;

interface Flag {
  target: string;
  window: string;
  attentionId: string;
  kind: AttentionKind;
}

export interface FlagDeps extends Pick<ChannelDeps, "runTmux" | "panes" | "onChange" | "clock" | "log"> {
  /** A notification's stored outcome, so that attention notified before a restart is flagged again. */
  delivery(key: string): Pick<Delivery, "state" | "outcome"> | null;
}

/** Sets `@agtmux_attention` on windows with open attention, for the user's own window-status-format; else unset. */
export class WindowFlags {
  private readonly queue: string;
  private readonly deps: FlagDeps;
  private readonly leave: () => void;
  private readonly first: NodeJS.Timeout;
  /** By runtime. */
  private readonly flags = new Map<string, Flag>();
  /** Open attentions (delivery keys) that `adopt` has checked. */
  private readonly known = new Set<string>();
  /** When a target may be swept again; infinity once no flags of an earlier daemon are left on it. */
  private readonly sweepAgainAt = new Map<string, number>();
  private readonly stop = new AbortController();
  private readonly queues: TaskQueues;

  constructor(queue: string, deps: FlagDeps) {
    this.queue = queue;
    this.deps = deps;
    // a closed window has no flag
    this.queues = new TaskQueues((error) => deps.log.debug({ err: String(error) }, "window flag not written"));
    this.leave = deps.onChange(() => this.review());
    this.first = setTimeout(() => this.review(), FIRST_REVIEW_MS).unref();
  }

  async raise({ runtime_id, attention_id, kind, identity }: Notification, signal: AbortSignal): Promise<void> {
    // flags are for attention, and this is none
    if (kind === "nothing_new") return;
    const { target, window_id: window } = identity;
    // flags found now are an earlier daemon's
    this.sweep(target);
    const before = this.flags.get(runtime_id);
    const flag = { target, window, attentionId: attention_id, kind };
    this.flags.set(runtime_id, flag);
    if (before !== undefined && (before.window !== window || before.target !== target)) this.show(before);
    try {
      const ends = AbortSignal.any([signal, this.stop.signal]);
      await this.queues.add(target, () => this.write(target, window, ends), ends);
    } catch (error) {
      if (this.flags.get(runtime_id) === flag) this.flags.delete(runtime_id);
      throw error;
    }
    // it may have been answered meanwhile
    this.review();
  }

  /** Resolves when all our flags are removed; a hanging server does not block it. */
  async close(): Promise<void> {
    this.leave();
    clearTimeout(this.first);
    await this.queues.over(CLOSE_MS);
    this.stop.abort();
    const standing = [...this.flags.values()];
    this.flags.clear();
    const signal = AbortSignal.timeout(CLOSE_MS);
    for (const { target, window } of standing)
      void this.queues.add(target, () => this.write(target, window, signal)).catch(() => undefined);
    await this.queues.over(CLOSE_MS);
  }

  /** Moves or removes the flags of attention that is closed or whose pane has moved. */
  private review(): void {
    const panes = this.deps.panes();
    for (const target of new Set(panes.map(({ identity }) => identity.target))) this.sweep(target);
    const calling = new Map(this.flags.size === 0 ? [] : panes.map((pane) => [pane.runtime_id, pane]));
    for (const [runtimeId, flag] of this.flags) {
      const pane = calling.get(runtimeId);
      const isOpen = pane?.attention?.attention_id === flag.attentionId && pane.shelf !== null;
      const window = isOpen ? pane.identity.window_id : null;
      if (window === flag.window) continue;
      if (window === null) this.flags.delete(runtimeId);
      else this.flags.set(runtimeId, { ...flag, window });
      this.show(flag);
      if (window !== null) this.show({ ...flag, window });
    }
    this.adopt(panes);
  }

  /**
   * Flags attention that was notified before, by an earlier daemon or before other attention covered it: it is not
   * notified again.
   */
  private adopt(panes: readonly PaneItem[]): void {
    const open = new Set<string>();
    for (const { runtime_id, attention, shelf, identity } of panes) {
      if (runtime_id === null || attention === null || shelf === null) continue;
      const key = deliveryKey(runtime_id, attention.attention_id, this.queue);
      open.add(key);
      if (this.known.has(key)) continue;
      this.known.add(key);
      if (this.flags.has(runtime_id) || !this.wasTold(key)) continue;
      const { target, window_id: window } = identity;
      const flag = { target, window, attentionId: attention.attention_id, kind: attention.kind };
      this.flags.set(runtime_id, flag);
      this.show(flag, () => {
        // the server does not respond yet: retry at the next change
        if (this.flags.get(runtime_id) === flag) this.flags.delete(runtime_id);
        this.known.delete(key);
      });
    }
    for (const key of this.known) if (!open.has(key)) this.known.delete(key);
  }

  private wasTold(key: string): boolean {
    try {
      const row = this.deps.delivery(key);
      return row !== null && (row.state === "sent" || row.outcome === "dropped: told already");
    } catch (error) {
      this.deps.log.debug({ key, err: String(error) }, "whether a call was told is not known");
      return false;
    }
  }

  /** Takes over flags left by a killed daemon where the attention is still open, and removes the others. */
  private sweep(target: string): void {
    const now = this.deps.clock.now();
    if (now < (this.sweepAgainAt.get(target) ?? 0)) return;
    // one sweep at a time
    this.sweepAgainAt.set(target, Number.POSITIVE_INFINITY);
    const swept = this.queues.add(target, async () => {
      const { signal } = this.stop;
      const listed = await this.deps.runTmux(target, ["list-windows", "-a", "-F", `#{window_id} #{${OPTION}}`], signal);
      const flagged = new Set(listed.split("\n").flatMap((line) => /^(@\d+) ./.exec(line)?.[1] ?? []));
      for (const { identity, runtime_id, attention, shelf } of this.deps.panes()) {
        if (runtime_id === null || attention === null || shelf === null || this.flags.has(runtime_id)) continue;
        const { window_id: window } = identity;
        if (identity.target !== target || !flagged.has(window)) continue;
        this.flags.set(runtime_id, { target, window, attentionId: attention.attention_id, kind: attention.kind });
      }
      for (const window of flagged) this.show({ target, window });
    });
    void swept.catch(() => this.sweepAgainAt.set(target, this.deps.clock.now() + SWEEP_AGAIN_MS));
  }

  private show({ target, window }: Pick<Flag, "target" | "window">, onFailed = () => {}): void {
    void this.queues.add(target, () => this.write(target, window, this.stop.signal)).catch(onFailed);
  }

  private async write(target: string, window: string, signal: AbortSignal): Promise<void> {
    const here = [...this.flags.values()].filter((flag) => flag.target === target && flag.window === window);
    const kind = LOUDEST_FIRST.find((each) => here.some((flag) => flag.kind === each));
    const change = kind === undefined ? ["-u", "-t", window, OPTION] : ["-t", window, OPTION, kind];
    await this.deps.runTmux(target, ["set-option", "-w", ...change], signal);
  }
}
