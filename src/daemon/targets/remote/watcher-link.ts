import type { ProcessFacts } from "../../../core/adapter/process-facts.ts";
import { Fault } from "../../../core/protocol/base/fault.ts";
import { parseFileTime } from "../../../core/signals/watcher-time.ts";
import type { Clock } from "../../base/clock.ts";
import { attempt, type WorkReport } from "../../base/failures.ts";
import type { Log } from "../../base/log.ts";
import type { RemoteFiles } from "../carriers/remote-files.ts";
import type { RemoteLines } from "../carriers/remote-lines.ts";
import type { RemoteSignals } from "../carriers/remote-signals.ts";
import type { RemoteSpool } from "../carriers/remote-spool.ts";
import type { ClockOffset } from "../machine/clock-offset.ts";
import { parseProcessTable, parseStopped } from "../processes/process-table.ts";
import { WatcherClient } from "../watcher/watcher-client.ts";

/** Carries lines to a watcher. */
export interface WatcherWire {
  send(line: string): void;
  /** Ends the watcher. */
  close(): Promise<void>;
}

export interface WatcherLinkDeps {
  host: string;
  /** The name under which we hold the spool's lock. */
  daemonId: string;
  spool: RemoteSpool;
  files: RemoteFiles;
  lines: RemoteLines;
  signals: RemoteSignals;
  offset: ClockOffset;
  failures: WorkReport;
  clock: Clock;
  log: Log;
  /** The machine has run out of file watches, or has enough again. */
  onWatches?(areEnough: boolean): void;
  /** Our directory there is not writable, or is again (null). */
  onHome?(unwritable: string | null): void;
  /** It sends more data than we accept. */
  onFlood(fault: Fault): void;
  /** It no longer replies, or has announced its end. */
  onSilence(): void;
}

const HELLO_MS = 15_000;
const BEAT_MS = 5_000;
const SILENCE_MS = 10_000;
const MAX_ODD = 100;
const MAX_WORDS = 500;

/** The things that a watcher delivers, as named in messages. */
const TOLD = ["the spool", "files", "transcripts", "signal files"] as const;
type Told = (typeof TOLD)[number];

/** The link to a watcher on another machine, as long as it replies. */
export class WatcherLink {
  private readonly deps: WatcherLinkDeps;
  private readonly client: WatcherClient;
  private wire: WatcherWire | null = null;
  private beat: NodeJS.Timeout | null = null;
  private heardAt = 0;
  private odd = 0;
  private greeted: (outcome: Fault | null) => void = () => {};
  private readonly greeting: Promise<Fault | null>;

  constructor(deps: WatcherLinkDeps) {
    const { spool, files, lines, signals, failures, clock, host } = deps;
    // what cannot be processed is delivered again later; what follows it is processed all the same
    const read = (what: Told, take: () => void) => void attempt(failures, `reading ${what} of ${host}`, take);
    this.deps = deps;
    this.greeting = new Promise((resolve) => {
      this.greeted = resolve;
    });
    this.client = new WatcherClient({ send: (line) => this.wire?.send(line) }, clock, {
      onHello: () => this.greeted(null),
      onRefused: ({ daemon, pid }) =>
        this.greeted(isOurs(daemon, deps.daemonId) ? sameAccount(host) : watchedBy(host, `${daemon}, pid ${pid}`)),
      onSpool: (entries) => read("the spool", () => spool.receive(entries)),
      onFile: (path, look) => read("files", () => files.receive(path, look)),
      onLines: (number, piece) => read("transcripts", () => lines.receive(number, piece)),
      onSignal: (name, look) => read("signal files", () => signals.receive(name, look)),
      onOdd: (name) => this.tellOdd(name),
      onWatches: (areEnough) => deps.onWatches?.(areEnough),
      onHome: (unwritable) => deps.onHome?.(unwritable?.slice(0, MAX_WORDS) ?? null),
      onBye: (why) => this.ends(why.slice(0, MAX_WORDS)),
      onFlood: (what) => this.flooded(what),
    });
  }

  feed(bytes: Uint8Array): void {
    this.heardAt = this.deps.clock.now();
    this.client.feed(bytes);
  }

  /** Resolves when the watcher reads for us; rejects with a Fault if it does not, or reads for another daemon. */
  async open(wire: WatcherWire): Promise<void> {
    this.wire = wire;
    const late = setTimeout(() => this.greeted(silent(this.deps.host)), HELLO_MS);
    const fault = await this.greeting;
    clearTimeout(late);
    if (fault !== null) {
      await this.close();
      throw fault;
    }
    await this.askClock();
    this.deps.files.attach(this.client);
    this.deps.spool.attach(this.client);
    this.deps.lines.attach(this.client);
    this.deps.signals.attach(this.client);
    this.beat = setInterval(() => void this.askClock().catch(() => this.deps.onSilence()), BEAT_MS);
  }

  /** The wire is gone. */
  lost(): void {
    this.greeted(silent(this.deps.host));
    this.release();
  }

  async close(): Promise<void> {
    const { wire } = this;
    this.release();
    await wire?.close();
  }

  async processes(roots: readonly number[]): Promise<ProcessFacts[]> {
    const text = await this.unlessSilent(this.client.processes(roots));
    const { clock, offset } = this.deps;
    const told = parseFileTime(/^clock (.+)$/m.exec(text)?.[1] ?? "");
    // ages count from when they were read there, not from when they arrived: events sent meanwhile must not be older
    const at = told === null ? clock.now() : Math.min(told.ms + offset.ms, clock.now());
    return parseProcessTable(text, at);
  }

  async stopped(pids: readonly number[]): Promise<ReadonlySet<number>> {
    return parseStopped(await this.unlessSilent(this.client.stopped(pids)));
  }

  private flooded(what: string): void {
    const { host, onFlood } = this.deps;
    const words = `the watcher on ${host} sent ${what}: the connection was ended and is tried again later`;
    const fault = new Fault("E_TARGET_FLOOD", words, { host });
    this.greeted(fault);
    onFlood(fault);
  }

  private ends(why: string): void {
    const { log, host } = this.deps;
    log.info({ host, why }, "watcher ends");
    this.greeted(new Fault("E_TARGET_UNUSABLE", `${host} cannot be used: the watcher there ends: ${why}`, { host }));
  }

  private tellOdd(name: string): void {
    this.odd += 1;
    if (this.odd > MAX_ODD) return;
    const { log, host } = this.deps;
    log.warn({ host, name: name.slice(0, MAX_WORDS) }, "spool entry with a name that cannot be taken");
  }

  private async askClock(): Promise<void> {
    const sample = await this.unlessSilent(this.client.clock());
    this.deps.offset.learn(sample, this.deps.clock.now());
  }

  /** Over a slow link a reply waits behind earlier data: keep waiting as long as any data comes. */
  private async unlessSilent<T>(answer: Promise<T>): Promise<T> {
    const { clock, host } = this.deps;
    const asked = clock.now();
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, fail) => {
      const look = () => {
        const left = Math.max(asked, this.heardAt) + SILENCE_MS - clock.now();
        if (left <= 0) fail(silent(host));
        else timer = setTimeout(look, left);
      };
      look();
    });
    return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
  }

  private release(): void {
    if (this.beat !== null) clearInterval(this.beat);
    this.beat = null;
    this.wire = null;
    this.deps.onWatches?.(true);
    for (const what of TOLD) this.deps.failures.worked(`reading ${what} of ${this.deps.host}`);
    this.deps.onHome?.(null);
    this.client.close(silent(this.deps.host));
    this.deps.spool.detach();
    this.deps.files.detach();
    this.deps.lines.detach();
    this.deps.signals.detach();
  }
}

function silent(host: string): Fault {
  return new Fault("E_TARGET_UNREACHABLE", `the watcher on ${host} does not answer`, { host });
}

/** Reader names of one daemon differ only in their last part. */
function isOurs(daemon: string, own: string): boolean {
  const ours = own.slice(0, own.lastIndexOf("-"));
  return daemon === ours || daemon.startsWith(`${ours}-`);
}

function sameAccount(host: string): Fault {
  const words = `${host} is an account that another of your targets reads already: remove one of the two`;
  return new Fault("E_TARGET_WATCHED", words, { host });
}

function watchedBy(host: string, owner: string): Fault {
  const words = `${host} is watched by another daemon (${owner}): remove it from the targets there first; nothing was taken from it`;
  return new Fault("E_TARGET_WATCHED", words, { host, owner });
}
