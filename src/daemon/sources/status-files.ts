import { setTimeout as sleep } from "node:timers/promises";
import type { RuntimeSpan } from "../../core/engine/bind.ts";
import { contentId } from "../../core/engine/content-id.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import { schmuxEvidence } from "../../core/signals/schmux-evidence.ts";
import { SCHMUX_STATES } from "../../core/signals/schmux-state.ts";
import { parseStatusFile } from "../../core/signals/status-file.ts";
import type { Registration } from "../../core/spool/registration.ts";
import type { Clock } from "../base/clock.ts";
import type { Intake } from "../pipeline/intake.ts";
import type { FileLook, FileWatch } from "../targets/machine/machine.ts";
import type { NearMisses } from "./near-misses.ts";

export interface StatusFilesDeps {
  target: string;
  files: FileWatch;
  clockOffset(): number;
  intake: Intake;
  nearMisses: Pick<NearMisses, "note">;
  /** The known agent that was on record in that pane at that time. */
  agentAt(paneId: string, at: number): Pick<RuntimeSpan, "ended_at"> | null;
  /** Reads again which programs run in the panes. */
  lookAtPanes(): Promise<void>;
  clock: Clock;
}

const TICK_MS = 0.001;
/** A tmux server that hangs does not hold up the files for longer. */
const LONGEST_LOOK_MS = 1_000;
/** An agent's end is noticed within this time. */
const NOTICED_MS = 2_000;

/** The status files of registered sessions, on any machine. */
export class StatusFiles {
  private readonly deps: StatusFilesDeps;
  private readonly sessions = new Map<string, Registration>();
  private readonly lastWritten = new Map<string, string>();
  private readonly lastTimes = new Map<string, number>();
  /** Read, but not stored yet because the disk is full. */
  private readonly held = new Map<string, FileLook>();
  /** Read while an agent was on record in the pane, and not taken yet. By session, the oldest first. */
  private readonly awaited = new Map<string, FileLook[]>();

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
    this.awaited.delete(sessionId);
  }

  stop(): void {
    for (const sessionId of [...this.sessions.keys()]) this.remove(sessionId);
  }

  /** Retries what could not be stored. */
  retry(): void {
    for (const [sessionId, look] of [...this.held]) {
      const registration = this.sessions.get(sessionId);
      if (registration !== undefined) this.read(registration, look);
    }
  }

  /**
   * While an agent is on record in the pane, a changed file is taken only after the panes were looked at again: the agent
   * may have just ended, and then the shell has written it.
   */
  private read(registration: Registration, look: FileLook): void {
    const awaited = this.awaited.get(registration.session_id) ?? [];
    if (awaited.some(({ stamp, text }) => stamp === look.stamp && text === look.text)) return;
    if (awaited.length === 0 && (look.text === "" || this.agentAt(registration, look)?.ended_at !== null)) {
      this.take(registration, look);
      return;
    }
    this.awaited.set(registration.session_id, [...awaited, look]);
    const looked = this.deps.lookAtPanes().catch(() => undefined);
    void Promise.race([looked, sleep(LONGEST_LOOK_MS, undefined, { ref: false })]).then(() =>
      this.takeUntil(registration, look),
    );
  }

  /** Takes that look and those before it, unless they were taken or the session is gone. */
  private takeUntil(registration: Registration, look: FileLook): void {
    const { session_id } = registration;
    const awaited = this.awaited.get(session_id) ?? [];
    const taken = awaited.slice(0, awaited.indexOf(look) + 1);
    if (taken.length === 0) return;
    this.awaited.set(session_id, awaited.slice(taken.length));
    for (const each of taken) this.take(registration, each);
  }

  private agentAt({ pane_id }: Registration, { time }: FileLook) {
    return this.deps.agentAt(pane_id, time + this.deps.clockOffset());
  }

  /** When it was written; or now, if the agent that was on record then had ended. */
  private timeOf(registration: Registration, look: FileLook): number {
    const { clock, clockOffset } = this.deps;
    const endedAt = this.agentAt(registration, look)?.ended_at ?? null;
    const isLate = endedAt !== null && endedAt - (look.time + clockOffset()) < NOTICED_MS;
    return isLate ? clock.now() - clockOffset() : look.time;
  }

  private take(registration: Registration, look: FileLook): void {
    const { session_id, status_file } = registration;
    const written = `${look.stamp}:${look.text}`;
    if (this.lastWritten.get(session_id) === written) return;
    const parsed = parseStatusFile(look.text);
    // a file between truncation and write is empty; the write triggers another event
    if (parsed.type === "empty") return;
    this.held.delete(session_id);
    if (parsed.type === "invalid") {
      this.lastWritten.set(session_id, written);
      const why = `"${parsed.word}" is not a state: one of ${SCHMUX_STATES.join(", ")}`;
      this.deps.nearMisses.note(status_file, { line: parsed.line, why });
      return;
    }
    // a later read is newer, even after two writes in one kernel tick or a moved-in file
    const event_time = Math.max(this.timeOf(registration, look), (this.lastTimes.get(session_id) ?? 0) + TICK_MS);
    const facts: SignalFacts = {
      target: this.deps.target,
      pane_id: registration.pane_id,
      source: "status_file",
      event_type: `schmux.${parsed.state}`,
      // the content may be secret, so the key holds only its hash
      dedupe_key: `${session_id}@${look.stamp}:${contentId(look.text)}`,
      event_time,
      clock_offset: this.deps.clockOffset(),
      hints: { session_id, tmux_server_pid: registration.tmux_server_pid },
      message: parsed.message,
      evidence: schmuxEvidence(parsed.state, "repainted"),
    };
    if (!this.deps.intake.ingest([facts])) {
      this.held.set(session_id, look);
      return;
    }
    this.lastWritten.set(session_id, written);
    this.lastTimes.set(session_id, event_time);
  }
}
