import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessFacts } from "../../../core/adapter/process-facts.ts";
import { Fault } from "../../../core/protocol/base/fault.ts";
import { backoff } from "../../../core/retry/backoff.ts";
import { isChannelRefused } from "../../../core/ssh/ssh-failure.ts";
import type { Problems } from "../../base/problems.ts";
import type { Connection } from "../machine/connection.ts";
import type { Machine } from "../machine/machine.ts";
import type { Notification, TmuxControl } from "../tmux/tmux-control.ts";
import type { Bootstrapped } from "./bootstrap.ts";
import { WatcherLink, type WatcherLinkDeps } from "./watcher-link.ts";
import { WindowCarrier } from "./window-carrier.ts";

/** An open connection to a machine whose bootstrap has run. */
export interface ReachedMachine {
  connection: Connection;
  facts: Bootstrapped;
}

export interface RemoteWatcherDeps extends Omit<WatcherLinkDeps, "onWatches" | "onHome" | "onFlood" | "onSilence"> {
  problems: Pick<Problems, "raise" | "clear">;
  /** Aborted when the machine is closed. */
  closing: AbortSignal;
  /** The current connection. */
  up(): ReachedMachine | null;
  /** As `up`; throws without a connection. */
  reached(): ReachedMachine;
  /** The machine sent too much data over that connection. */
  onFlood(fault: Fault, up: ReachedMachine | null): void;
}

const WATCHER_TRIES = 3;

/** Keeps our watcher running on another machine: through a channel of its own, or in a tmux window. */
export class RemoteWatcher {
  private readonly deps: RemoteWatcherDeps;
  impairment: Fault | null = null;
  private current: WatcherLink | null = null;
  private window: WindowCarrier | null = null;
  /** The host allows one channel at a time: tmux uses it, and the watcher runs in a window. */
  oneChannel = false;

  constructor(deps: RemoteWatcherDeps) {
    this.deps = deps;
  }

  get carrier(): Machine["carrier"] {
    if (this.current === null) return null;
    return this.window === null ? "channel" : "window";
  }

  async close(): Promise<void> {
    const { current } = this;
    this.current = null;
    await current?.close();
  }

  /** The watcher's channel is needed for tmux: the watcher ends, and restarts in a window. */
  async leaveChannel(): Promise<void> {
    this.oneChannel = true;
    await this.current?.close();
    this.current = null;
  }

  async processes(roots: readonly number[]): Promise<ProcessFacts[]> {
    if (this.current === null) throw new Error(`no watcher on ${this.deps.host} yet`);
    return this.current.processes(roots);
  }

  async stopped(pids: readonly number[]): Promise<ReadonlySet<number>> {
    if (this.current === null) throw new Error(`no watcher on ${this.deps.host} yet`);
    return this.current.stopped(pids);
  }

  async attachControl(control: TmuxControl): Promise<void> {
    if (!this.oneChannel || this.current !== null) return;
    await this.watchThroughWindow(control);
    // when the connection ends, so does the window's output
    void control.done.then(() => this.drop());
  }

  handle(notification: Notification, control: TmuxControl): void {
    this.window?.handle(notification, control);
  }

  async detachControl(control: TmuxControl): Promise<void> {
    if (!this.oneChannel) return;
    this.drop();
    await WindowCarrier.remove(control, this.deps.daemonId);
  }

  async watchThroughChannel(): Promise<void> {
    const { connection, facts } = this.deps.reached();
    const child = connection.start(["sh", facts.watcher, this.deps.daemonId, "channel"]);
    const link = this.link();
    let said = "";
    child.stdin.on("error", () => undefined);
    child.stdout.on("data", (bytes: Uint8Array) => link.feed(bytes));
    child.stderr.on("data", (chunk: Buffer) => {
      said = (said + chunk).slice(-2_000);
    });
    child.once("close", () => {
      link.lost();
      if (this.current === link) this.rewatch(said);
    });
    try {
      const start = await child.begun;
      if (start instanceof Fault) throw start;
      await link.open({
        send: (line) => child.stdin.write(`${line}\n`),
        close: async () => {
          child.kill("SIGTERM");
          if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
        },
      });
      this.current = link;
    } catch (error) {
      if (!isChannelRefused(said)) throw error;
      this.oneChannel = true;
    }
  }

  private async watchThroughWindow(control: TmuxControl): Promise<void> {
    const { facts } = this.deps.reached();
    const link = this.link();
    const window = await WindowCarrier.open(
      control,
      { path: facts.watcher, daemonId: this.deps.daemonId },
      {
        onBytes: (bytes) => link.feed(bytes),
        onEnd: () => {
          link.lost();
          if (this.current !== link) return;
          this.drop();
          void this.again(() => this.watchThroughWindow(control));
        },
      },
    );
    this.window = window;
    try {
      await link.open({ send: (line) => window.send(line), close: () => window.close() });
      this.current = link;
    } catch (error) {
      this.window = null;
      throw error;
    }
  }

  private link(): WatcherLink {
    const { host, daemonId, spool, files, lines, signals, offset, failures, clock, log } = this.deps;
    // a watcher that does not reply over a living connection: start all over with a new connection
    const up = this.deps.up();
    const onSilence = () => void (this.deps.up() === up ? up?.connection.close() : undefined);
    const onWatches = (areEnough: boolean) => this.tellWatches(areEnough);
    const onHome = (why: string | null) => this.noteHome(why);
    const onFlood = (fault: Fault) => this.deps.onFlood(fault, up);
    return new WatcherLink({
      host,
      daemonId,
      spool,
      files,
      lines,
      signals,
      offset,
      failures,
      clock,
      log,
      onWatches,
      onHome,
      onFlood,
      onSilence,
    });
  }

  private noteHome(unwritable: string | null): void {
    const { host } = this.deps;
    const words = `our directory on ${host} cannot be written (${unwritable}): what hooks and commands there say is lost until it can`;
    this.impairment = unwritable === null ? null : new Fault("E_HOME_UNUSABLE", words, { host });
  }

  private tellWatches(areEnough: boolean): void {
    const { problems, host, log } = this.deps;
    const words = `${host}: its limit for watching files is reached (fs.inotify.max_user_watches or max_user_instances there): status files are looked at every 0.25 s instead`;
    const isNews = areEnough ? problems.clear("WATCH_LIMIT", host) : problems.raise("WATCH_LIMIT", words, host);
    if (isNews) log.warn({ host, areEnough }, "watches on the host");
  }

  /** The watcher there was ended: restart it as long as the connection lasts. */
  private rewatch(said: string): void {
    this.current = null;
    if (this.deps.up() === null || this.oneChannel || this.deps.closing.aborted) return;
    this.deps.log.info({ host: this.deps.host, said: said.trim() }, "the watcher has ended");
    void this.again(() => this.watchThroughChannel());
  }

  private async again(open: () => Promise<void>): Promise<void> {
    const { closing } = this.deps;
    const up = this.deps.up();
    for (let failures = 0; this.deps.up() === up && up !== null && this.current === null; failures += 1) {
      await sleep(backoff(failures, Math.random()), undefined, { signal: closing }).catch(() => undefined);
      if (closing.aborted || this.deps.up() !== up) return;
      await open().catch((error: unknown) => {
        this.deps.log.warn({ host: this.deps.host, err: String(error) }, "the watcher does not start");
        // reconnecting reports the fault to people; without a watcher, missing signals would go unnoticed
        if (failures + 1 >= WATCHER_TRIES || isWatched(error)) void up.connection.close();
      });
    }
  }

  drop(): void {
    this.current?.lost();
    this.current = null;
    this.window = null;
  }
}

function isWatched(error: unknown): boolean {
  return error instanceof Fault && error.code === "E_TARGET_WATCHED";
}
