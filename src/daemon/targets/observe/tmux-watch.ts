import { randomUUID } from "node:crypto";
import { Fault } from "../../../core/protocol/base/fault.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { HELPER_SESSION } from "../executor/tmux-command.ts";
import { Heartbeat } from "../tmux/heartbeat.ts";
import type { Notification, TmuxControl } from "../tmux/tmux-control.ts";
import {
  isSamePane,
  type ObservedPane,
  paneFormat,
  parsePanes,
  type ServerIdentity,
  type Topology,
  withoutActivity,
} from "../tmux/topology.ts";
import { ChangeSubscription } from "./change-subscription.ts";
import type { ProcessWatch } from "./process-watch.ts";

export interface TmuxWatchOptions {
  boot: string;
  server: ServerIdentity;
  control: Pick<TmuxControl, "run" | "replies">;
  processes: ProcessWatch;
  /** Interval between scans of active panes in milliseconds. */
  scanMs: number;
  /** Whether the agent in that pane works or asks, so that being stopped or continued matters soon. */
  isActive(paneId: string): boolean;
  /** Interval between heartbeats, and how long tmux may reply to nothing, in milliseconds. */
  heartbeatMs: number;
  clock: Clock;
  log: Log;
  onTopology(topology: Topology): void | Promise<void>;
  onAnswer(): void;
  /** tmux no longer replies. */
  onSilence(fault: Fault): void;
}

const PAUSE_MS = 100;
const LONGEST_SCAN_MS = 30_000;
/** A program may start in the same second in which its window last printed, after the scan. */
const SCAN_BACK_S = 2;
/** More than anyone has; each takes a row and a place in every list. */
const MAX_PANES = 5_000;

/** Keeps the topology of one tmux server up to date, as long as its connection lasts. */
export class TmuxWatch {
  private readonly options: TmuxWatchOptions;
  private readonly heartbeat: Heartbeat;
  private readonly timers = new Set<NodeJS.Timeout>();
  private panes: Map<string, ObservedPane> = new Map();
  private askedAt = 0;
  private reporting: Promise<void> = Promise.resolve();
  private refreshing: Promise<void> | null = null;
  private stale = false;
  private pause: NodeJS.Timeout | null = null;
  private heardMeanwhile = false;
  private readonly subscription: ChangeSubscription;
  /** The last notified value, without window activity. */
  private shape: string | null = null;
  private quietScans = 0;
  private scannedAt = 0;
  private nextScan: NodeJS.Timeout | null = null;
  private lookedForStoppedAt = 0;
  private stopped = false;

  constructor(options: TmuxWatchOptions) {
    const { control, heartbeatMs: everyMs, onAnswer, onSilence } = options;
    this.options = options;
    this.subscription = new ChangeSubscription(control, options.log);
    const silence = () => onSilence(new Fault("E_TMUX", `tmux has not answered for ${everyMs / 1_000} s`));
    this.heartbeat = new Heartbeat({ control, everyMs, onAnswer, onSilence: silence });
  }

  /** Resolves after the first read. */
  async start(): Promise<void> {
    // before anything else: the commands below may never get a reply
    this.heartbeat.start();
    await this.subscription.subscribe();
    await this.refresh();
    await this.heartbeat.beat();
    this.scanLater(this.options.scanMs);
    this.processesLater();
  }

  stop(): void {
    this.stopped = true;
    this.heartbeat.stop();
    for (const timer of this.timers) clearTimeout(timer);
    if (this.pause !== null) clearTimeout(this.pause);
  }

  handle(notification: Notification): void {
    switch (notification.type) {
      case "output":
      case "extended-output":
      case "unknown":
        return;
      case "subscription-changed":
        this.handleChange(notification.value);
        return;
      case "session-changed":
        this.subscription.detach();
        this.refreshSoon();
        return;
      default:
        this.refreshSoon();
    }
  }

  /** Resolves after a read that began no earlier than this call; concurrent calls share one read. */
  refresh(): Promise<void> {
    this.stale = true;
    this.refreshing ??= this.lookWhileStale();
    return this.refreshing;
  }

  private async lookWhileStale(): Promise<void> {
    try {
      while (this.stale) {
        this.stale = false;
        await this.look();
      }
    } finally {
      this.refreshing = null;
    }
  }

  private async look(): Promise<void> {
    if (this.stopped) return;
    const askedAt = this.options.clock.now();
    const panes = await this.list("");
    // a server has at least one pane: treat an empty reply as no reply, so that it ends no runtime
    if (panes.size === 0) throw new Error("tmux listed no panes");
    await this.subscription.keepAttached(panes);
    const theirs = withoutHelper(panes);
    if (theirs.size === 0) return this.leave();
    this.panes = theirs;
    this.askedAt = askedAt;
    await this.report();
    if (!this.stopped) this.options.onAnswer();
  }

  /** Only our own session is left: kill it, so that the server exits as it would have without us. */
  private async leave(): Promise<void> {
    await this.options.control.run(`kill-session -t =${HELPER_SESSION}`).catch(() => undefined);
  }

  private async list(filter: string): Promise<Map<string, ObservedPane>> {
    const { control, clock } = this.options;
    const [word, listedAt] = [randomUUID(), clock.now()];
    const panes = parsePanes(await control.run(`list-panes -a ${filter} -F '${paneFormat(word)}'`), word, listedAt);
    if (panes.size <= MAX_PANES) return panes;
    const words = `tmux lists more than ${MAX_PANES} panes: none of them are shown, and it is tried again later`;
    const fault = new Fault("E_TARGET_FLOOD", words);
    this.options.onSilence(fault);
    throw fault;
  }

  /** Runs one at a time, each with the newest state. */
  private report(): Promise<void> {
    this.reporting = this.reporting.catch(() => undefined).then(() => this.reportNow());
    return this.reporting;
  }

  private async reportNow(): Promise<void> {
    const { boot, server, clock, processes, log } = this.options;
    const { askedAt } = this;
    const panes = new Map(this.panes);
    const found = await processes.look(panes, server.pid, clock.now()).catch((error: unknown) => {
      log.debug({ err: String(error) }, "processes not read");
      return processes.all();
    });
    if (!this.stopped) await this.options.onTopology({ askedAt, boot, server, panes, processes: found });
  }

  private handleChange(told: string): void {
    const shape = withoutActivity(told);
    if (shape !== this.shape) this.refreshSoon();
    this.shape = shape;
    this.scanSoon();
  }

  /** Reacts to the first notification at once, to a burst ten times a second. */
  private refreshSoon(): void {
    if (this.stopped) return;
    if (this.pause !== null) {
      this.heardMeanwhile = true;
      return;
    }
    this.refresh().catch((error: unknown) => this.options.log.debug({ err: String(error) }, "topology not read"));
    this.pause = setTimeout(() => {
      this.pause = null;
      if (this.heardMeanwhile) this.refreshSoon();
    }, PAUSE_MS);
    this.heardMeanwhile = false;
  }

  /** Something has printed: scan as soon as the minimum interval has passed. */
  private scanSoon(): void {
    const { scanMs, clock } = this.options;
    this.quietScans = 0;
    this.scanLater(Math.max(0, this.scannedAt + scanMs - clock.now()));
  }

  private scanLater(ms: number): void {
    if (this.nextScan !== null) this.forget(this.nextScan);
    this.nextScan = this.later(ms, async () => {
      this.nextScan = null;
      await this.scan().finally(() => {
        if (this.nextScan !== null) return;
        const { scanMs } = this.options;
        const longest = this.subscription.works ? Math.max(scanMs, LONGEST_SCAN_MS) : scanMs;
        this.scanLater(Math.min(scanMs * 2 ** this.quietScans, longest));
      });
    });
  }

  /**
   * Programs, titles and directories change without a notification: scan the windows with output since the last read,
   * and now and then all of them.
   */
  private async scan(): Promise<void> {
    this.scannedAt = this.options.clock.now();
    if (!this.subscription.works || this.scannedAt - this.askedAt >= LONGEST_SCAN_MS) return this.refresh();
    const seen = Math.max(0, ...[...this.panes.values()].map(({ lastActivity }) => lastActivity / 1_000));
    const filter = `-f '#{e|>=:#{window_activity},${seen - SCAN_BACK_S}}'`;
    const active = withoutHelper(await this.list(filter).catch(() => this.list("")));
    const news = [...active].filter(([paneId, pane]) => !isSamePane(this.panes.get(paneId), pane));
    this.quietScans = news.length > 0 ? 0 : this.quietScans + 1;
    if (news.some(([paneId]) => !this.panes.has(paneId))) return this.refresh();
    for (const [paneId, pane] of news) this.panes.set(paneId, pane);
    if (news.length > 0) await this.report();
  }

  /** Processes start, end and are stopped without tmux noticing: a launcher's child, a wrapper's. */
  private processesLater(): void {
    const { processes, clock, scanMs } = this.options;
    const due = processes.nextDue();
    this.later(Math.min(Math.max((due ?? 0) - clock.now(), PAUSE_MS), scanMs), async () => {
      const next = processes.nextDue();
      try {
        const hasTurned = await this.lookStopped();
        if (hasTurned || (next !== null && next <= clock.now())) await this.report();
      } finally {
        this.processesLater();
      }
    });
  }

  private async lookStopped(): Promise<boolean> {
    const { processes, clock, scanMs, isActive, log } = this.options;
    const now = clock.now();
    // a timer may fire a little early
    if (now - this.lookedForStoppedAt < scanMs - PAUSE_MS) return false;
    this.lookedForStoppedAt = now;
    return processes.lookStopped(isActive, now).catch((error: unknown) => {
      log.debug({ err: String(error) }, "not read which processes are stopped");
      return false;
    });
  }

  private later(ms: number, job: () => Promise<void>): NodeJS.Timeout | null {
    if (this.stopped) return null;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      job().catch((error: unknown) => this.options.log.debug({ err: String(error) }, "tmux not looked at"));
    }, ms);
    this.timers.add(timer);
    return timer;
  }

  private forget(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.timers.delete(timer);
  }
}

function withoutHelper(panes: ReadonlyMap<string, ObservedPane>): Map<string, ObservedPane> {
  return new Map([...panes].filter(([, pane]) => pane.session_name !== HELPER_SESSION));
}
