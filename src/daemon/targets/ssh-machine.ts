import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessFacts } from "../../core/agents/process-facts.ts";
import { Fault } from "../../core/protocol/fault.ts";
import { shellAssignments } from "../../core/provision/shell-words.ts";
import { isChannelRefused } from "../../core/ssh/ssh-failure.ts";
import type { Clock } from "../clock.ts";
import type { WorkReport } from "../failures.ts";
import type { Home } from "../home.ts";
import type { Log } from "../log.ts";
import type { Problems } from "../problems.ts";
import { RemoteFiles } from "../sources/remote-files.ts";
import { RemoteLines } from "../sources/remote-lines.ts";
import { RemoteSignals } from "../sources/remote-signals.ts";
import { RemoteSpool } from "../sources/remote-spool.ts";
import { backoff } from "./backoff.ts";
import { type Bootstrapped, bootstrap } from "./bootstrap.ts";
import { ClockOffset } from "./clock-offset.ts";
import type { Ran, RunningProgram, RunOptions } from "./executor.ts";
import type { Machine, MachineFacts } from "./machine.ts";
import { SshConnection } from "./ssh-connection.ts";
import type { Notification, TmuxControl } from "./tmux-control.ts";
import { type TmuxDoor, TmuxDoors } from "./tmux-door.ts";
import { WatcherLink } from "./watcher-link.ts";
import { WindowCarrier } from "./window-carrier.ts";

export interface SshMachineDeps {
  /** As the user's ssh knows it. */
  host: string;
  /** Tells whose watcher it is. */
  daemonId: string;
  home: Home;
  /** A file for `ssh -F`; empty for the user's own. */
  sshConfig: string;
  problems: Pick<Problems, "raise" | "clear">;
  failures: WorkReport;
  clock: Clock;
  log: Log;
}

interface Up {
  connection: SshConnection;
  facts: Bootstrapped;
}

/**
 * A client whose link is cut must not stay. When its channel is closed it ends by itself; one that owes us words, though, waits
 * for ever for somebody to read them, and is ended a second later. The watcher ends those that are named here when the link is silent.
 */
const NAMED =
  'f=$1/$$; shift; mkfifo "$f" || exec "$@"; exec 3<&0; ' +
  '{ cat <&3 >"$f"; sleep 1; kill $$; rm -f "$f"; } >/dev/null 2>&1 & exec "$@" <"$f" 3<&-';
const CHANNEL_FREE_MS = 100;
const CHANNEL_TRIES = 30;
const WATCHER_TRIES = 3;
const FLOOD_FORGIVEN_MS = 60_000;

/** A machine over one ssh connection. Nothing is installed there but a few small scripts in our own directory. */
export class SshMachine implements Machine {
  readonly spool = new RemoteSpool();
  readonly files = new RemoteFiles();
  readonly lines = new RemoteLines();
  readonly signals = new RemoteSignals((file, why) =>
    this.deps.log.warn({ host: this.deps.host, file, why }, "signal file refused"),
  );
  private readonly deps: SshMachineDeps;
  private readonly offset = new ClockOffset();
  private readonly doors = new TmuxDoors();
  private readonly closing = new AbortController();
  facts: MachineFacts | null = null;
  impairment: Fault | null = null;
  private up: Up | null = null;
  private attempt: Promise<MachineFacts> | null = null;
  private watcher: WatcherLink | null = null;
  private window: WindowCarrier | null = null;
  /** The host allows one channel at a time: tmux has it, and the watcher runs in a window. */
  private oneChannel = false;
  /** It sent more than we take: so often, and when it may try again. */
  private flood: { fault: Fault; times: number; until: number } | null = null;
  /** It has had two at a time on this connection. */
  private manyChannels = false;

  constructor(deps: SshMachineDeps) {
    this.deps = deps;
  }

  get carrier(): Machine["carrier"] {
    if (this.watcher === null) return null;
    return this.window === null ? "channel" : "window";
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
        // programs that hang there hold the others: a new connection has them all again. Where there are more than a watcher
        // and a connection to tmux, it is our own output clients that hold them, and they may
        if (connection.openChannels <= 2) void connection.close();
        throw error;
      }
      this.deps.log.info({ host: this.deps.host }, "the host allows one channel: its watcher moves to a window");
      this.oneChannel = true;
      await this.watcher?.close();
      this.watcher = null;
      return this.runWhenFree(argv, options);
    }
  }

  door(socketName: string): TmuxDoor {
    return this.doors.of(socketName);
  }

  startTmux(args: readonly string[]): RunningProgram {
    const { connection, facts } = this.reached();
    return connection.start(["sh", "-c", NAMED, "sh", facts.clients, facts.tmux, ...args]);
  }

  async runScript(script: string, options: Omit<RunOptions, "input"> = {}): Promise<Ran> {
    const { connection, facts } = this.reached();
    const home = facts.watcher.slice(0, facts.watcher.lastIndexOf("/remote/"));
    const input = shellAssignments({ tmux: facts.tmux, home }) + script;
    const run = (over: SshConnection) => over.run(["sh", "-s"], { ...options, input });
    if (!this.oneChannel)
      try {
        return await run(connection);
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    // a connection that takes no further channel: another login has one
    const another = await this.logIn();
    try {
      return await run(another);
    } finally {
      await another.close();
    }
  }

  async processes(roots: readonly number[]): Promise<ProcessFacts[]> {
    if (this.watcher === null) throw new Error(`no watcher on ${this.deps.host} yet`);
    return this.watcher.processes(roots);
  }

  clockOffset(): number {
    return this.offset.ms;
  }

  async lend(control: TmuxControl): Promise<void> {
    if (!this.oneChannel || this.watcher !== null) return;
    await this.watchThroughWindow(control);
    // a connection that ends takes its window's output along
    void control.done.then(() => this.drop());
  }

  heed(notification: Notification, control: TmuxControl): void {
    this.window?.heed(notification, control);
  }

  async reclaim(control: TmuxControl): Promise<void> {
    if (!this.oneChannel) return;
    this.drop();
    await WindowCarrier.remove(control, this.deps.daemonId);
  }

  async close(): Promise<void> {
    const { watcher } = this;
    this.watcher = null;
    await watcher?.close();
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
    // whoever leaves does not wait for a host that hangs
    const leave = () => void connection.close();
    this.closing.signal.addEventListener("abort", leave, { once: true });
    void connection.closed.then(() => this.closing.signal.removeEventListener("abort", leave));
    try {
      const facts = await bootstrap(connection, host, daemonId);
      this.up = { connection, facts };
      this.facts = facts;
      this.oneChannel = false;
      this.manyChannels = false;
      void connection.closed.then((fault) => this.lost(connection, fault));
      await this.watchThroughChannel();
      log.info({ host, tmux: facts.tmuxVersion, carrier: this.carrier }, "connected");
      return facts;
    } catch (error) {
      this.up = null;
      await connection.close();
      throw error;
    }
  }

  private logIn(): Promise<SshConnection> {
    const { host, sshConfig, home } = this.deps;
    return SshConnection.open({
      host,
      sshConfig: sshConfig === "" ? null : sshConfig,
      controlDirectory: home.ssh,
      signal: this.closing.signal,
    });
  }

  private reached(): Up {
    if (this.up !== null) return this.up;
    const { host } = this.deps;
    throw new Fault("E_TARGET_UNREACHABLE", `the ssh connection to ${host} is closed`, { host });
  }

  private async watchThroughChannel(): Promise<void> {
    const { connection, facts } = this.reached();
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
      if (this.watcher === link) this.rewatch(said);
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
      this.watcher = link;
    } catch (error) {
      if (!isChannelRefused(said)) throw error;
      this.oneChannel = true;
    }
  }

  private async watchThroughWindow(control: TmuxControl): Promise<void> {
    const { facts } = this.reached();
    const link = this.link();
    const window = await WindowCarrier.open(
      control,
      { path: facts.watcher, daemonId: this.deps.daemonId },
      {
        onBytes: (bytes) => link.feed(bytes),
        onEnd: () => {
          link.lost();
          if (this.watcher !== link) return;
          this.drop();
          void this.again(() => this.watchThroughWindow(control));
        },
      },
    );
    this.window = window;
    try {
      await link.open({ send: (line) => window.send(line), close: () => window.close() });
      this.watcher = link;
    } catch (error) {
      this.window = null;
      throw error;
    }
  }

  private link(): WatcherLink {
    const { host, daemonId, failures, clock, log } = this.deps;
    const { spool, files, lines, signals, offset } = this;
    // what does not answer over a living connection is not worth waiting for: all of it begins anew
    const { up } = this;
    const onSilence = () => void (this.up === up ? up?.connection.close() : undefined);
    const onWatches = (areEnough: boolean) => this.tellWatches(areEnough);
    const onHome = (why: string | null) => this.noteHome(why);
    const onFlood = (fault: Fault) => this.flooded(fault, up);
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

  /** Whoever does that once will do it again: it gets a longer pause each time, until it has behaved for a while. */
  private flooded(fault: Fault, up: Up | null): void {
    const now = performance.now();
    const times = this.flood !== null && now - this.flood.until < FLOOD_FORGIVEN_MS ? this.flood.times + 1 : 1;
    this.flood = { fault, times, until: now + backoff(times, Math.random()) };
    if (this.up === up) void up?.connection.close();
  }

  private tellWatches(areEnough: boolean): void {
    const { problems, host, log } = this.deps;
    const words = `${host}: its limit for watching files is reached (fs.inotify.max_user_watches or max_user_instances there): status files are looked at every 0.25 s instead`;
    const isNews = areEnough ? problems.clear("WATCH_LIMIT", host) : problems.raise("WATCH_LIMIT", words, host);
    if (isNews) log.warn({ host, areEnough }, "watches on the host");
  }

  /** Somebody has ended the watcher there: it is started again for as long as the connection lasts. */
  private rewatch(said: string): void {
    this.watcher = null;
    if (this.up === null || this.oneChannel || this.closing.signal.aborted) return;
    this.deps.log.info({ host: this.deps.host, said: said.trim() }, "the watcher has ended");
    void this.again(() => this.watchThroughChannel());
  }

  private async again(open: () => Promise<void>): Promise<void> {
    const { up } = this;
    for (let failures = 0; this.up === up && up !== null && this.watcher === null; failures += 1) {
      await sleep(backoff(failures, Math.random()), undefined, { signal: this.closing.signal }).catch(() => undefined);
      if (this.closing.signal.aborted || this.up !== up) return;
      await open().catch((error: unknown) => {
        this.deps.log.warn({ host: this.deps.host, err: String(error) }, "the watcher does not start");
        // what people should know is told by an attempt to connect: nobody would miss what a watcher does not say
        if (failures + 1 >= WATCHER_TRIES || isWatched(error)) void up.connection.close();
      });
    }
  }

  private drop(): void {
    this.watcher?.lost();
    this.watcher = null;
    this.window = null;
  }

  private lost(connection: SshConnection, fault: Fault | null): void {
    if (this.up?.connection !== connection) return;
    this.up = null;
    this.drop();
    if (fault !== null) this.deps.log.info({ host: this.deps.host, err: fault.message }, "connection lost");
  }

  /** sshd needs a moment to notice that a channel is free again. */
  private async runWhenFree(argv: string[], options?: RunOptions): Promise<Ran> {
    const { connection } = this.reached();
    for (let tries = 1; ; tries += 1) {
      try {
        return await connection.run(argv, options);
      } catch (error) {
        if (!isRefusal(error) || tries >= CHANNEL_TRIES) throw error;
        await sleep(CHANNEL_FREE_MS);
      }
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Fault && error.details.channel === "refused";
}

function isWatched(error: unknown): boolean {
  return error instanceof Fault && error.code === "E_TARGET_WATCHED";
}
