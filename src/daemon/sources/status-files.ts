import { contentId } from "../../core/engine/content-id.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { Registration } from "../../core/signals/registration.ts";
import { schmuxEvidence } from "../../core/signals/schmux-evidence.ts";
import { SCHMUX_STATES } from "../../core/signals/schmux-state.ts";
import { parseStatusFile } from "../../core/signals/status-file.ts";
import type { Intake } from "../intake.ts";
import type { Log } from "../log.ts";
import type { FileLook, FileWatch } from "../targets/machine.ts";

export interface StatusFilesDeps {
  target: string;
  files: FileWatch;
  clockOffset(): number;
  intake: Intake;
  log: Log;
}

const TICK_MS = 0.001;

/** The status files of registered sessions, wherever their machine is. */
export class StatusFiles {
  private readonly deps: StatusFilesDeps;
  private readonly sessions = new Map<string, Registration>();
  private readonly lastWritten = new Map<string, string>();
  private readonly lastTimes = new Map<string, number>();
  /** Read, but not stored yet: the disk is full. */
  private readonly held = new Map<string, FileLook>();

  constructor(deps: StatusFilesDeps) {
    this.deps = deps;
  }

  add(registration: Registration): void {
    const { session_id, status_file } = registration;
    const before = this.sessions.get(session_id);
    this.sessions.set(session_id, registration);
    if (before !== undefined && before.status_file !== status_file) this.deps.files.unwatch(before.status_file);
    this.deps.files.watch(status_file, (look) => this.read(registration, look));
  }

  remove(sessionId: string): void {
    const registration = this.sessions.get(sessionId);
    if (registration !== undefined) this.deps.files.unwatch(registration.status_file);
    this.sessions.delete(sessionId);
    this.lastWritten.delete(sessionId);
    this.lastTimes.delete(sessionId);
    this.held.delete(sessionId);
  }

  stop(): void {
    for (const sessionId of [...this.sessions.keys()]) this.remove(sessionId);
  }

  /** Offers again what could not be stored. */
  retry(): void {
    for (const [sessionId, look] of [...this.held]) {
      const registration = this.sessions.get(sessionId);
      if (registration !== undefined) this.read(registration, look);
    }
  }

  private read(registration: Registration, look: FileLook): void {
    const { session_id, status_file } = registration;
    const written = `${look.stamp}:${look.text}`;
    if (this.lastWritten.get(session_id) === written) return;
    const parsed = parseStatusFile(look.text);
    // a file caught between truncation and write says nothing; the write itself will wake us
    if (parsed.type === "empty") return;
    this.held.delete(session_id);
    if (parsed.type === "invalid") {
      this.lastWritten.set(session_id, written);
      this.deps.log.warn(
        { file: status_file, word: parsed.word, line: parsed.line, states: SCHMUX_STATES },
        "status file has no known state: ignored",
      );
      return;
    }
    // what is read later is newer: two writes in one tick of the kernel, or a file moved here, may not look so
    const event_time = Math.max(look.time, (this.lastTimes.get(session_id) ?? 0) + TICK_MS);
    const facts: SignalFacts = {
      target: this.deps.target,
      pane_id: registration.pane_id,
      source: "status_file",
      event_type: `schmux.${parsed.state}`,
      // what was written may be a secret: a name made of it is none
      dedupe_key: `${session_id}@${look.stamp}:${contentId(look.text)}`,
      event_time,
      clock_offset: this.deps.clockOffset(),
      hints: { session_id, tmux_server_pid: registration.tmux_server_pid },
      message: parsed.message,
      evidence: schmuxEvidence(parsed.state, "repainted"),
    };
    if (!this.deps.intake.offer([facts])) {
      this.held.set(session_id, look);
      return;
    }
    this.lastWritten.set(session_id, written);
    this.lastTimes.set(session_id, event_time);
  }
}
