import { closeSync, constants, type FSWatcher, fstatSync, openSync, readSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { Registration } from "../../core/signals/registration.ts";
import { schmuxEvidence } from "../../core/signals/schmux-evidence.ts";
import { SCHMUX_STATES } from "../../core/signals/schmux-state.ts";
import { parseStatusFile } from "../../core/signals/status-file.ts";
import type { Intake } from "../intake.ts";
import type { Log } from "../log.ts";

export interface StatusFilesDeps {
  target: string;
  intake: Intake;
  log: Log;
}

const LARGEST_BYTES = 64 * 1024;
const TICK_MS = 0.001;

/** The status files of registered sessions. The directory is watched, since files are replaced, removed and made anew. */
export class StatusFiles {
  private readonly deps: StatusFilesDeps;
  private readonly sessions = new Map<string, Registration>();
  private readonly watchers = new Map<string, FSWatcher>();
  private readonly lastWritten = new Map<string, string>();
  private readonly lastTimes = new Map<string, number>();

  constructor(deps: StatusFilesDeps) {
    this.deps = deps;
  }

  add(registration: Registration): void {
    this.sessions.set(registration.session_id, registration);
    this.watchDirectory(dirname(registration.status_file));
    this.read(registration);
  }

  remove(sessionId: string): void {
    const registration = this.sessions.get(sessionId);
    this.sessions.delete(sessionId);
    this.lastWritten.delete(sessionId);
    this.lastTimes.delete(sessionId);
    if (registration === undefined) return;
    const directory = dirname(registration.status_file);
    if ([...this.sessions.values()].some((other) => dirname(other.status_file) === directory)) return;
    this.watchers.get(directory)?.close();
    this.watchers.delete(directory);
  }

  /** The slow look, for whatever the watcher missed and for directories that were not there yet. */
  scan(): void {
    for (const registration of this.sessions.values()) {
      this.watchDirectory(dirname(registration.status_file));
      this.read(registration);
    }
  }

  stop(): void {
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }

  private watchDirectory(directory: string): void {
    if (this.watchers.has(directory)) return;
    try {
      const watcher = watch(directory, (_event, name) => this.heed(directory, name));
      watcher.on("error", () => this.unwatch(directory));
      this.watchers.set(directory, watcher);
    } catch (error) {
      this.deps.log.debug(
        { directory, err: (error as Error).message },
        "status directory is not watched: scanned instead",
      );
    }
  }

  private unwatch(directory: string): void {
    this.watchers.get(directory)?.close();
    this.watchers.delete(directory);
  }

  private heed(directory: string, name: string | null): void {
    for (const registration of this.sessions.values()) {
      if (dirname(registration.status_file) !== directory) continue;
      if (name === null || name === basename(registration.status_file)) this.read(registration);
    }
    // a directory that was removed and made anew is another one
    if (name === basename(directory)) this.unwatch(directory);
  }

  private read(registration: Registration): void {
    const look = readWhole(registration.status_file);
    if (look === null) return;
    const written = `${look.mtimeNs}:${look.text}`;
    if (this.lastWritten.get(registration.session_id) === written) return;
    const parsed = parseStatusFile(look.text);
    // a file caught between truncation and write says nothing; the write itself will wake us
    if (parsed.type === "empty") return;
    this.lastWritten.set(registration.session_id, written);
    if (parsed.type === "invalid") {
      this.deps.log.warn(
        { file: registration.status_file, word: parsed.word, line: parsed.line, states: SCHMUX_STATES },
        "status file has no known state: ignored",
      );
      return;
    }
    // what is read later is newer: two writes in one tick of the kernel, or a file moved here, may not look so
    const event_time = Math.max(
      Number(look.mtimeNs) / 1e6,
      (this.lastTimes.get(registration.session_id) ?? 0) + TICK_MS,
    );
    this.lastTimes.set(registration.session_id, event_time);
    const facts: SignalFacts = {
      target: this.deps.target,
      pane_id: registration.pane_id,
      source: "status_file",
      event_type: `schmux.${parsed.state}`,
      dedupe_key: `${registration.session_id}@${written}`,
      event_time,
      hints: { session_id: registration.session_id, tmux_server_pid: registration.tmux_server_pid },
      message: parsed.message,
      evidence: schmuxEvidence(parsed.state, "repainted"),
    };
    if (!this.deps.intake.offer([facts])) this.lastWritten.delete(registration.session_id);
  }
}

/** Null if there is no plain file of a sensible size. Links are not followed. */
function readWhole(path: string): { text: string; mtimeNs: bigint } | null {
  let fd: number | null = null;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    for (;;) {
      const before = fstatSync(fd, { bigint: true });
      if (!before.isFile() || before.size > LARGEST_BYTES) return null;
      const bytes = Buffer.alloc(LARGEST_BYTES);
      const text = bytes.toString("utf8", 0, readSync(fd, bytes, 0, LARGEST_BYTES, 0));
      // words and their date must belong together, else the next daemon takes them for another signal
      if (fstatSync(fd, { bigint: true }).mtimeNs === before.mtimeNs) return { text, mtimeNs: before.mtimeNs };
    }
  } catch {
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}
