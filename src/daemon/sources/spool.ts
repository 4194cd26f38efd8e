import {
  existsSync,
  type FSWatcher,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { Registration } from "../../core/signals/registration.ts";
import { parseSpoolEntry } from "../../core/signals/spool-entry.ts";
import { spoolSignal } from "../../core/signals/spool-signal.ts";
import type { Home } from "../home.ts";
import type { Intake } from "../intake.ts";
import type { Log } from "../log.ts";

export interface SpoolDeps {
  spool: Home["spool"];
  target: string;
  intake: Intake;
  log: Log;
  /** False: not stored, offer it again later. */
  onRegistration(registration: Registration): boolean;
}

const BATCH = 1_000;
const LARGEST_BYTES = 4 * 1024 * 1024;
const TICK_MS = 0.001;
const byName = new Intl.Collator("en", { numeric: true });

interface Read {
  name: string;
  time: number;
  key: string;
  content: { ok: true; bytes: Uint8Array } | { ok: false; fault: string };
}

/**
 * Takes what hooks and commands have dropped: commits, then removes. A crash between the two
 * reads a file again, and its key drops it.
 */
export class SpoolSource {
  private readonly deps: SpoolDeps;
  private watcher: FSWatcher | null = null;
  private scheduled = false;
  private last = { written: 0, time: 0 };

  constructor(deps: SpoolDeps) {
    this.deps = deps;
  }

  start(): void {
    this.watch();
    this.scan();
  }

  stop(): void {
    this.watcher?.close();
  }

  /** Everything that lies there now, oldest first; also called by the slow reconcile. */
  scan(): void {
    const files = this.list()
      .flatMap((name) => this.inspect(name) ?? [])
      .sort((a, b) => a.time - b.time || byName.compare(a.name, b.name));
    this.spread(files);
    for (let from = 0; from < files.length; from += BATCH) {
      if (!this.take(files.slice(from, from + BATCH))) return;
    }
  }

  /** A spool that somebody has deleted is made anew. */
  private list(): string[] {
    if (!existsSync(this.deps.spool.new)) this.watch();
    return readdirSync(this.deps.spool.new);
  }

  private watch(): void {
    const { spool, log } = this.deps;
    this.watcher?.close();
    for (const folder of Object.values(spool)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.watcher = watch(spool.new, (_event, name) => {
      // a directory that was deleted and made anew is another one
      if (name === basename(spool.new)) this.watch();
      this.schedule();
    });
    this.watcher.on("error", (error) => log.warn({ err: error.message }, "spool is not watched: scanned instead"));
  }

  /** Entries of one tick of the kernel's clock have one time: by their names (pids, numbers) they keep an order. */
  private spread(files: readonly Read[]): void {
    for (const file of files) {
      const written = file.time;
      if (written === this.last.written) file.time = this.last.time + TICK_MS;
      this.last = { written, time: file.time };
    }
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      try {
        this.scan();
      } catch (error) {
        this.deps.log.error({ err: (error as Error).message }, "spool not read: tried again");
      }
    });
  }

  private take(files: readonly Read[]): boolean {
    const { target, intake, onRegistration } = this.deps;
    const signals: SignalFacts[] = [];
    const accepted: string[] = [];
    for (const { name, time, key, content } of files) {
      const parsed = content.ok ? parseSpoolEntry(content.bytes) : content;
      const signal = parsed.ok
        ? spoolSignal(parsed.entry, key, time, target)
        : ({ type: "fault", fault: parsed.fault } as const);
      if (signal.type === "fault") {
        this.reject(name, signal.fault);
        continue;
      }
      if (signal.type === "signal") signals.push(signal.facts);
      else if (!onRegistration(signal.registration)) return false;
      accepted.push(name);
    }
    if (!intake.offer(signals)) return false;
    for (const name of accepted) removeQuietly(join(this.deps.spool.new, name));
    return true;
  }

  /** Null if it has gone meanwhile. Links and foreign files are not followed. */
  private inspect(name: string): Read | null {
    const path = join(this.deps.spool.new, name);
    try {
      const stat = lstatSync(path, { bigint: true });
      const read = { name, time: Number(stat.mtimeNs) / 1e6, key: `${name}@${stat.mtimeNs}` };
      if (!stat.isFile()) return { ...read, content: { ok: false, fault: "not a plain file" } };
      if (stat.size > LARGEST_BYTES)
        return { ...read, content: { ok: false, fault: `${stat.size} bytes: more than ${LARGEST_BYTES}` } };
      return { ...read, content: { ok: true, bytes: readFileSync(path) } };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return null;
      return { name, time: 0, key: name, content: { ok: false, fault: `cannot be read: ${message}` } };
    }
  }

  /** Kept aside with the reason, so that nothing is lost and the rest goes on. */
  private reject(name: string, fault: string): void {
    const kept = join(this.deps.spool.rejected, name);
    this.deps.log.warn({ file: kept, fault }, "spool entry rejected");
    try {
      writeFileSync(`${kept}.reason`, `${fault}\n`, { mode: 0o600 });
      renameSync(join(this.deps.spool.new, name), kept);
    } catch (error) {
      this.deps.log.error({ file: kept, err: (error as Error).message }, "spool entry could not be put aside");
    }
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
