import type { SignalFacts } from "../../core/engine/envelope.ts";
import { asFault, type Fault } from "../../core/protocol/base/fault.ts";
import type { Level, Source } from "../../core/protocol/events/event.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";
import type { KeyValueWrite, Pipeline } from "./pipeline.ts";

const WHY: Record<string, string> = {
  E_DISK_FULL: "the disk is full: free some space",
  E_DB_CORRUPT: "the database is damaged: 'agtmux daemon stop', then 'agtmux doctor --repair'",
};

/** A source that was refused offers its signals again well within this time, unless it is gone. */
const RETRIED_WITHIN_MS = 60_000;

/** Entry of the pipeline. If the store fails, it reports a problem and refuses: sources keep their signals. */
export class Intake {
  private readonly deps: { pipeline: Pipeline; problems: Problems; log: Log };

  private readonly raised = new Set<string>();
  /** When each source was last refused. A problem ends only when all get through: on a full disk, a small signal may fit. */
  private readonly refusedAt = new Map<string, number>();

  constructor(deps: Intake["deps"]) {
    this.deps = deps;
  }

  /** False if not stored: offer it again later. */
  ingest(signals: readonly SignalFacts[], writes: readonly KeyValueWrite[] = []): boolean {
    const from = signals[0]?.source ?? "notes";
    return this.attempt(from, (pipeline) => pipeline.ingest(signals, writes));
  }

  /** Reports a level. If it could not be stored, the next look reports it again. */
  look(runtimeId: string, facts: SignalFacts & { evidence: Level }, lateMs?: number): boolean {
    return this.attempt("levels", (pipeline) => pipeline.look(runtimeId, facts, lateMs));
  }

  unwatchLevel(runtimeId: string, source: string): void {
    this.deps.pipeline.unwatchLevel(runtimeId, source);
  }

  /** Ends the level of a source that has nothing to show any more. */
  endLevel(runtimeId: string, source: Source): void {
    this.attempt("levels", (pipeline) => pipeline.endLevel(runtimeId, source));
  }

  /** Withdraws a guess about a runtime. */
  withdraw(runtimeId: string, source: Source): void {
    this.attempt("levels", (pipeline) => pipeline.withdraw(runtimeId, source));
  }

  private attempt(from: string, work: (pipeline: Pipeline) => void): boolean {
    try {
      work(this.deps.pipeline);
    } catch (error) {
      this.refusedAt.set(from, performance.now());
      this.tell(asFault(error));
      return false;
    }
    if (this.raised.size > 0) this.noteStored(from);
    return true;
  }

  private tell(fault: Fault): void {
    const { problems, log } = this.deps;
    const isBroken = String(fault.details.sqlite ?? "").startsWith("SQLITE_IOERR");
    const why = isBroken ? "the disk fails" : (WHY[fault.code] ?? "signals cannot be stored");
    const message = `${why}. They wait where they are, nothing is lost (${fault.message.split("\n")[0]})`;
    if (problems.raise(fault.code, message)) log.error({ code: fault.code, err: fault.message }, "cannot store");
    this.raised.add(fault.code);
  }

  private noteStored(from: string): void {
    const { problems, log } = this.deps;
    this.refusedAt.delete(from);
    const now = performance.now();
    for (const [source, at] of this.refusedAt) if (now - at > RETRIED_WITHIN_MS) this.refusedAt.delete(source);
    if (this.refusedAt.size > 0) return;
    for (const code of this.raised) if (problems.clear(code)) log.info({ code }, "storing again");
    this.raised.clear();
  }
}
