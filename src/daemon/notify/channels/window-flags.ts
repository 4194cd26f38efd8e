import { deliveryKey } from "../../../core/notify/notification-of.ts";
import type { AttentionKind } from "../../../core/protocol/attention.ts";
import type { PaneItem } from "../../../core/protocol/lists.ts";
import type { Delivery, Notification } from "../../../core/protocol/notify.ts";
import type { ChannelDeps } from "../channel.ts";
import { TaskQueues } from "./task-queues.ts";

const OPTION = "@agtmux_attention";
/** A window in which several call shows the first of these. */
const LOUDEST_FIRST: readonly AttentionKind[] = ["error", "approval", "input", "stalled", "testing", "review", "done"];
/** Of the daemon's end: so long for what is under way, and as long to take the flags down. */
const CLOSE_MS = 1_000;
/** A server that does not answer is not asked at each change. */
const SWEEP_AGAIN_MS = 10_000;
/** A start after which nothing changes tells nobody of a change. */
const FIRST_REVIEW_MS = 1_000;

interface Flag {
  target: string;
  window: string;
  attentionId: string;
  kind: AttentionKind;
}

export interface FlagDeps extends Pick<ChannelDeps, "runTmux" | "panes" | "onChange" | "clock" | "log"> {
  /** What became of a notification, so that calls which were told before a restart are flagged again. */
  delivery(key: string): Pick<Delivery, "state" | "outcome"> | null;
}

/** `@agtmux_attention` on each window in which somebody calls, for the user's own window-status-format. Gone when nobody does. */
export class WindowFlags {
  private readonly lane: string;
  private readonly deps: FlagDeps;
  private readonly leave: () => void;
  private readonly first: NodeJS.Timeout;
  /** By runtime. */
  private readonly flags = new Map<string, Flag>();
  /** Open calls of which it is known whether they were told before. */
  private readonly known = new Set<string>();
  /** When a target may be swept again; never where nothing of an earlier daemon is left on it. */
  private readonly sweepAgainAt = new Map<string, number>();
  private readonly stop = new AbortController();
  private readonly queues: TaskQueues;

  constructor(lane: string, deps: FlagDeps) {
    this.lane = lane;
    this.deps = deps;
    // a window that is gone has no flag
    this.queues = new TaskQueues((error) => deps.log.debug({ err: String(error) }, "window flag not written"));
    this.leave = deps.onChange(() => this.review());
    this.first = setTimeout(() => this.review(), FIRST_REVIEW_MS).unref();
  }

  async raise({ runtime_id, attention_id, kind, identity }: Notification, signal: AbortSignal): Promise<void> {
    const { target, window_id: window } = identity;
    // what is found there now is not ours
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
    // answered in the meantime
    this.review();
  }

  /** Resolves when no window has a flag of ours; a server that hangs does not hold us up. */
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

  /** Takes down the flags of calls that are over, or whose pane is elsewhere now. */
  private review(): void {
    const panes = this.deps.panes();
    for (const target of new Set(panes.map(({ identity }) => identity.target))) this.sweep(target);
    const calling = new Map(this.flags.size === 0 ? [] : panes.map((pane) => [pane.runtime_id, pane]));
    for (const [runtimeId, flag] of this.flags) {
      const pane = calling.get(runtimeId);
      const window = pane?.attention?.attention_id === flag.attentionId ? pane.identity.window_id : null;
      if (window === flag.window) continue;
      if (window === null) this.flags.delete(runtimeId);
      else this.flags.set(runtimeId, { ...flag, window });
      this.show(flag);
      if (window !== null) this.show({ ...flag, window });
    }
    this.adopt(panes);
  }

  /** What was told before, by an earlier daemon or before another call stood over it, is told no more: it is flagged again here. */
  private adopt(panes: readonly PaneItem[]): void {
    const open = new Set<string>();
    for (const { runtime_id, attention, identity } of panes) {
      if (runtime_id === null || attention === null) continue;
      const key = deliveryKey(runtime_id, attention.attention_id, this.lane);
      open.add(key);
      if (this.known.has(key)) continue;
      this.known.add(key);
      if (this.flags.has(runtime_id) || !this.wasTold(key)) continue;
      const { target, window_id: window } = identity;
      const flag = { target, window, attentionId: attention.attention_id, kind: attention.kind };
      this.flags.set(runtime_id, flag);
      this.show(flag, () => {
        // a server that does not answer yet: at the next change
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

  /** A daemon that was killed has left its flags behind: those of calls that are still open are ours now. */
  private sweep(target: string): void {
    const now = this.deps.clock.now();
    if (now < (this.sweepAgainAt.get(target) ?? 0)) return;
    // one at a time
    this.sweepAgainAt.set(target, Number.POSITIVE_INFINITY);
    const swept = this.queues.add(target, async () => {
      const { signal } = this.stop;
      const listed = await this.deps.runTmux(target, ["list-windows", "-a", "-F", `#{window_id} #{${OPTION}}`], signal);
      const flagged = new Set(listed.split("\n").flatMap((line) => /^(@\d+) ./.exec(line)?.[1] ?? []));
      for (const { identity, runtime_id, attention } of this.deps.panes()) {
        if (runtime_id === null || attention === null || this.flags.has(runtime_id)) continue;
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
