import type { Socket } from "node:net";
import type { ProcessFacts } from "../../../core/adapter/process-facts.ts";
import { Fault } from "../../../core/protocol/base/fault.ts";
import { shellAssignments } from "../../../core/provision/shell-words.ts";
import { backoff } from "../../../core/retry/backoff.ts";
import type { Clock } from "../../base/clock.ts";
import type { WorkReport } from "../../base/failures.ts";
import type { Log } from "../../base/log.ts";
import type { Problems } from "../../base/problems.ts";
import { RemoteFiles } from "../carriers/remote-files.ts";
import { RemoteLines } from "../carriers/remote-lines.ts";
import { RemoteSignals } from "../carriers/remote-signals.ts";
import { RemoteSpool } from "../carriers/remote-spool.ts";
import type { Ran, RunningProgram, RunOptions } from "../executor/executor.ts";
import { ClockOffset } from "../machine/clock-offset.ts";
import type { Connection } from "../machine/connection.ts";
import type { Machine, MachineFacts } from "../machine/machine.ts";
import { SharedFiles } from "../machine/shared-files.ts";
import { whenChannelIsFree } from "../machine/when-channel-is-free.ts";
import { RemotePipes } from "../pipes/remote-pipes.ts";
import type { Notification, TmuxControl } from "../tmux/tmux-control.ts";
import { bootstrap } from "./bootstrap.ts";
import { type ReachedMachine, RemoteWatcher } from "./remote-watcher.ts";

export interface RemoteMachineDeps {
  /** Its name in messages and in the log. */
  host: string;
  /** Identifies our watcher there. */
  daemonId: string;
  /** Logs in; rejects with a Fault for people to read. `onFlood`: a program there writes too much. */
  logIn(options: { signal: AbortSignal; onFlood(fault: Fault): void }): Promise<Connection>;
  problems: Pick<Problems, "raise" | "clear">;
  failures: WorkReport;
  clock: Clock;
  log: Log;
}

/**
 * Starts a tmux client there that does not outlive its link. When its channel is closed, it exits by itself; one with
 * unsent output would wait for ever for a reader and is killed a second later. The watcher ends the clients named in
 * this directory when the link is silent.
 */
const NAMED =
  'f=$1/$$; shift; mkfifo "$f" || exec "$@"; exec 3<&0; ' +
  '{ cat <&3 >"$f"; sleep 1; kill $$; rm -f "$f"; } >/dev/null 2>&1 & exec "$@" <"$f" 3<&-';
const FLOOD_FORGIVEN_MS = 60_000;

/** A machine over one connection. Installs only a few small scripts in our own directory there. */
export class RemoteMachine implements Machine {
  readonly spool = new RemoteSpool();
  readonly files = new RemoteFiles();
  readonly sharedFiles = new SharedFiles(this.files);
  readonly lines = new RemoteLines();
  readonly signals = new RemoteSignals((file, why) =>
    this.deps.log.warn({ host: this.deps.host, file, why }, "signal file refused"),
  );
  private readonly deps: RemoteMachineDeps;
  private readonly offset = new ClockOffset();
  private readonly closing = new AbortController();
  facts: MachineFacts | null = null;
  private up: ReachedMachine | null = null;
  private attempt: Promise<MachineFacts> | null = null;
  private readonly watcher: RemoteWatcher;
  /** Set after the host sent too much data: how often, and when it may try again. */
  private flood: { fault: Fault; times: number; until: number } | null = null;
  /** Two channels were open at the same time on this connection. */
  private manyChannels = false;

  constructor(deps: RemoteMachineDeps) {
    this.deps = deps;
    const { spool, files, lines, signals, offset } = this;
    this.watcher = new RemoteWatcher({
      ...deps,
      spool,
      files,
      lines,
      signals,
      offset,
      closing: this.closing.signal,
      up: () => this.up,
      reached: () => this.reached(),
      onFlood: (fault, up) => this.flooded(fault, up),
    });
  }

  get carrier(): Machine["carrier"] {
    return this.watcher.carrier;
  }

  get impairment(): Fault | null {
    return this.watcher.impairment;
  }

  connect(signal: AbortSignal): Promise<MachineFacts> {
    signal.throwIfAborted();
    if (this.up !== null) return Promise.resolve(this.up.facts);
    if (this.flood !== null && performance.now() < this.flood.until) return Promise.reject(this.flood.fault);
    this.attempt ??= this.open().finally(() => {
      this.attempt = null;
    });
    return this.attempt;
  }

  async runTmux(args: readonly string[], options?: RunOptions): Promise<Ran> {
    const { connection, facts } = this.reached();
    const argv = [facts.tmux, ...args];
    const beside = this.carrier === "channel";
    try {
      const ran = await connection.run(argv, options);
      this.manyChannels ||= beside;
      return ran;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (this.manyChannels) {
        // Hanging programs there use up the channels: a new connection frees them all. With more channels open than
        // those of the watcher and tmux, it is terminal viewers that use them, which is fine.
        if (connection.openChannels <= 2) void connection.close();
        throw error;
      }
      this.deps.log.info({ host: this.deps.host }, "the host allows one channel: its watcher moves to a window");
      await this.watcher.leaveChannel();
      return whenChannelIsFree(() => this.reached().connection.run(argv, options), isRefusal);
    }
  }

  pipes(): RemotePipes {
    const listen = (script: string) => {
      const { connection, facts } = this.reached();
      return connection.start(["sh", "-c", script, "sh", facts.pipes]);
    };
    return new RemotePipes({ listen, processes: (roots) => this.processes(roots) });
  }

  startTmux(args: readonly string[]): RunningProgram {
    const { connection, facts } = this.reached();
    return connection.start(["sh", "-c", NAMED, "sh", facts.clients, facts.tmux, ...args]);
  }

  async runScript(script: string, options: Omit<RunOptions, "input"> = {}): Promise<Ran> {
    const { connection, facts } = this.reached();
    const home = facts.watcher.slice(0, facts.watcher.lastIndexOf("/remote/"));
    const input = shellAssignments({ tmux: facts.tmux, home }) + script;
    const run = (over: Connection) => over.run(["sh", "-s"], { ...options, input });
    if (!this.watcher.oneChannel)
      try {
        return await run(connection);
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    // this connection takes no further channel: use another login
    const another = await this.logIn();
    try {
      return await run(another);
    } finally {
      await another.close();
    }
  }

  async openSocket(path: string): Promise<Socket | null> {
    return (await this.reached().connection.openSocket?.(path)) ?? null;
  }

  processes(roots: readonly number[]): Promise<ProcessFacts[]> {
    return this.watcher.processes(roots);
  }

  stopped(pids: readonly number[]): Promise<ReadonlySet<number>> {
    return this.watcher.stopped(pids);
  }

  attachControl(control: TmuxControl): Promise<void> {
    return this.watcher.attachControl(control);
  }

  handle(notification: Notification, control: TmuxControl): void {
    this.watcher.handle(notification, control);
  }

  detachControl(control: TmuxControl): Promise<void> {
    return this.watcher.detachControl(control);
  }

  clockOffset(): number {
    return this.offset.ms;
  }

  async close(): Promise<void> {
    await this.watcher.close();
    this.closing.abort();
    await this.attempt?.catch(() => undefined);
    await this.up?.connection.close();
    this.spool.stop();
    this.files.stop();
    this.lines.stop();
    this.signals.stop();
  }

  private async open(): Promise<MachineFacts> {
    const { host, daemonId, log } = this.deps;
    const connection = await this.logIn();
    // closing does not wait for a host that hangs
    const leave = () => void connection.close();
    this.closing.signal.addEventListener("abort", leave, { once: true });
    void connection.closed.then(() => this.closing.signal.removeEventListener("abort", leave));
    try {
      const facts = await bootstrap(connection, host, daemonId);
      this.up = { connection, facts };
      this.facts = facts;
      this.watcher.oneChannel = false;
      this.manyChannels = false;
      void connection.closed.then((fault) => this.lost(connection, fault));
      await this.watcher.watchThroughChannel();
      log.info({ host, tmux: facts.tmuxVersion, carrier: this.carrier }, "connected");
      return facts;
    } catch (error) {
      this.up = null;
      await connection.close();
      throw error;
    }
  }

  private logIn(): Promise<Connection> {
    return this.deps.logIn({ signal: this.closing.signal, onFlood: (fault) => this.flooded(fault, this.up) });
  }

  private reached(): ReachedMachine {
    if (this.up !== null) return this.up;
    const { host } = this.deps;
    throw new Fault("E_TARGET_UNREACHABLE", `the connection to ${host} is closed`, { host });
  }

  /** The pause grows with each flood, until there was none for a while. */
  private flooded(fault: Fault, up: ReachedMachine | null): void {
    const now = performance.now();
    const times = this.flood !== null && now - this.flood.until < FLOOD_FORGIVEN_MS ? this.flood.times + 1 : 1;
    this.flood = { fault, times, until: now + backoff(times, Math.random()) };
    if (this.up === up) void up?.connection.close();
  }

  private lost(connection: Connection, fault: Fault | null): void {
    if (this.up?.connection !== connection) return;
    this.up = null;
    this.watcher.drop();
    if (fault !== null) this.deps.log.info({ host: this.deps.host, err: fault.message }, "connection lost");
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Fault && error.details.channel === "refused";
}
