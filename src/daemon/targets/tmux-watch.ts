import { randomUUID } from "node:crypto";
import { Fault } from "../../core/protocol/fault.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { Heartbeat } from "./heartbeat.ts";
import type { ProcessWatch } from "./process-watch.ts";
import { HELPER_SESSION } from "./tmux-command.ts";
import type { Notification, TmuxControl } from "./tmux-control.ts";
import {
  isSamePane,
  type ObservedPane,
  paneFormat,
  parsePanes,
  type ServerIdentity,
  type Topology,
  WATCH_FORMAT,
  withoutActivity,
} from "./topology.ts";

export interface TmuxWatchOptions {
  boot: string;
  server: ServerIdentity;
  control: Pick<TmuxControl, "run">;
  processes: ProcessWatch;
  /** How often active panes are looked at without being asked to. */
  scanMs: number;
  /** How often tmux is asked whether it is there, and how long it may take to say so. */
  heartbeatMs: number;
  clock: Clock;
  log: Log;
  onTopology(topology: Topology): void | Promise<void>;
  /** tmux has answered. */
  onAnswer(): void;
  /** tmux no longer answers. */
  onSilence(fault: Fault): void;
}

const PAUSE_MS = 100;
const LONGEST_SCAN_MS = 30_000;
/** The name of what tmux is asked to tell by itself. */
const CHANGES = "agtmux";

/** What one tmux server holds, kept up to date over one connection for as long as that lasts. */
export class TmuxWatch {
  private readonly options: TmuxWatchOptions;
  private readonly heartbeat: Heartbeat;
  private readonly timers = new Set<NodeJS.Timeout>();
  private panes: Map<string, ObservedPane> = new Map();
  private askedAt = 0;
  private telling: Promise<void> = Promise.resolve();
  private refreshing: Promise<void> | null = null;
  private stale = false;
  private pause: NodeJS.Timeout | null = null;
  private heardMeanwhile = false;
  /** Whether tmux says by itself what changes; without it only looking helps. */
  private isTold = true;
  /** The pane by which tmux tells, and the session in which it was seen first. */
  private tie: { paneId: string; sessionId: string | null } | null = null;
  /** What tmux has told last, but for what has printed. */
  private shape: string | null = null;
  private quietScans = 0;
  private scannedAt = 0;
  private nextScan: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(options: TmuxWatchOptions) {
    const { control, heartbeatMs: everyMs, onAnswer, onSilence } = options;
    this.options = options;
    const silence = () => onSilence(new Fault("E_TMUX", `tmux has not answered for ${everyMs / 1_000} s`));
    this.heartbeat = new Heartbeat({ control, everyMs, onAnswer, onSilence: silence });
  }

  /** Resolves after the first look. */
  async start(): Promise<void> {
    // first of all: what follows may be answered by nobody
    this.heartbeat.start();
    await this.subscribe();
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

  heed(notification: Notification): void {
    switch (notification.type) {
      case "output":
      case "extended-output":
      case "unknown":
        return;
      case "subscription-changed":
        this.heedChange(notification.value);
        return;
      case "session-changed":
        this.tie = null;
        this.refreshSoon();
        return;
      default:
        this.refreshSoon();
    }
  }

  /** Resolves after a look that began no earlier than this call; many calls are one look. */
  refresh(): Promise<void> {
    this.stale = true;
    this.refreshing ??= this.lookWhileStale();
    return this.refreshing;
  }

  /**
   * Whatever is told is told by a pane of the session that we are in. What is told by that session itself makes tmux
   * (3.3a) crash when the session is killed while our client hangs.
   */
  private async subscribe(): Promise<void> {
    const { control, log } = this.options;
    try {
      const [paneId = ""] = await control.run("display-message -p '#{pane_id}'");
      // without a pane it would be the session that tells; the next look asks again
      if (!paneId.startsWith("%")) return;
      await control.run(`refresh-client -B '${CHANGES}:${paneId}:${WATCH_FORMAT}'`);
      this.tie = { paneId, sessionId: null };
    } catch (error) {
      log.warn({ err: String(error) }, "tmux tells no changes: looked at regularly instead");
      this.isTold = false;
    }
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
    // a server has at least one pane: an empty answer is no answer, and must end nobody
    if (panes.size === 0) throw new Error("tmux listed no panes");
    await this.stayTied(panes);
    const theirs = withoutHelper(panes);
    if (theirs.size === 0) return this.leave();
    this.panes = theirs;
    this.askedAt = askedAt;
    await this.tell();
    if (!this.stopped) this.options.onAnswer();
  }

  /** A pane that is gone, or went to another session, tells us nothing. */
  private async stayTied(panes: ReadonlyMap<string, ObservedPane>): Promise<void> {
    const sessionId = panes.get(this.tie?.paneId ?? "")?.session_id ?? null;
    if (!this.isTold || (this.tie !== null && sessionId !== null && sessionId === (this.tie.sessionId ?? sessionId))) {
      if (this.tie !== null) this.tie.sessionId = sessionId;
      return;
    }
    await this.subscribe();
  }

  /** All that is left is our own session: the server is to end as if there had never been one. */
  private async leave(): Promise<void> {
    await this.options.control.run(`kill-session -t =${HELPER_SESSION}`).catch(() => undefined);
  }

  private async list(filter: string): Promise<Map<string, ObservedPane>> {
    const word = randomUUID();
    return parsePanes(await this.options.control.run(`list-panes -a ${filter} -F '${paneFormat(word)}'`), word);
  }

  /** One after the other, each with the newest that is known. */
  private tell(): Promise<void> {
    this.telling = this.telling.catch(() => undefined).then(() => this.tellNow());
    return this.telling;
  }

  private async tellNow(): Promise<void> {
    const { boot, server, clock, processes, log } = this.options;
    const { askedAt } = this;
    const panes = new Map(this.panes);
    const found = await processes.look(panes, server.pid, clock.now()).catch((error: unknown) => {
      log.debug({ err: String(error) }, "processes not read");
      return processes.all();
    });
    if (!this.stopped) await this.options.onTopology({ askedAt, boot, server, panes, processes: found });
  }

  private heedChange(told: string): void {
    const shape = withoutActivity(told);
    if (shape !== this.shape) this.refreshSoon();
    this.shape = shape;
    this.scanSoon();
  }

  /** The first notification is heeded at once, a storm of them ten times a second. */
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

  /** Something has printed: as soon as the last scan is long enough ago. */
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
        const longest = this.isTold ? Math.max(scanMs, LONGEST_SCAN_MS) : scanMs;
        this.scanLater(Math.min(scanMs * 2 ** this.quietScans, longest));
      });
    });
  }

  /** Titles and directories change without a word: windows with output since the last look are looked at again. */
  private async scan(): Promise<void> {
    this.scannedAt = this.options.clock.now();
    if (!this.isTold) return this.refresh();
    const seen = Math.max(0, ...[...this.panes.values()].map(({ lastActivity }) => lastActivity / 1_000));
    const filter = `-f '#{e|>=:#{window_activity},${seen}}'`;
    const active = withoutHelper(await this.list(filter).catch(() => this.list("")));
    const news = [...active].filter(([paneId, pane]) => !isSamePane(this.panes.get(paneId), pane));
    this.quietScans = news.length > 0 ? 0 : this.quietScans + 1;
    if (news.some(([paneId]) => !this.panes.has(paneId))) return this.refresh();
    for (const [paneId, pane] of news) this.panes.set(paneId, pane);
    if (news.length > 0) await this.tell();
  }

  /** Processes come and go without tmux noticing: a launcher's child, a wrapper's. */
  private processesLater(): void {
    const { processes, clock, scanMs } = this.options;
    const due = processes.nextDue();
    this.later(Math.min(Math.max((due ?? 0) - clock.now(), PAUSE_MS), scanMs), async () => {
      const next = processes.nextDue();
      try {
        if (next !== null && next <= clock.now()) await this.tell();
      } finally {
        this.processesLater();
      }
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
