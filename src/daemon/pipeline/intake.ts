import type { SignalFacts } from "../../core/engine/envelope.ts";
import { asFault } from "../../core/protocol/base/fault.ts";
import type { Level, Source } from "../../core/protocol/events/event.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";
import type { KeyValueWrite, Pipeline } from "./pipeline.ts";

const WHY: Record<string, string> = {
  E_DISK_FULL: "the disk is full: free some space",
  E_DB_CORRUPT: "the database is damaged: 'agtmux daemon stop', then 'agtmux doctor --repair'",
};

/** Entry of the pipeline. If the store fails, it reports a problem and refuses: sources keep their signals. */
export class Intake {
  private readonly deps: { pipeline: Pipeline; problems: Problems; log: Log };

  private readonly failing = new Set<string>();

  constructor(deps: Intake["deps"]) {
    this.deps = deps;
  }

  /** False if not stored: offer it again later. */
  ingest(signals: readonly SignalFacts[], writes: readonly KeyValueWrite[] = []): boolean {
    return this.attempt((pipeline) => pipeline.ingest(signals, writes));
  }

  /** Reports a level. If it could not be stored, the next look reports it again. */
  look(runtimeId: string, facts: SignalFacts & { evidence: Level }): boolean {
    return this.attempt((pipeline) => pipeline.look(runtimeId, facts));
  }

  unwatchLevel(runtimeId: string, source: string): void {
    this.deps.pipeline.unwatchLevel(runtimeId, source);
  }

  /** Ends the level of a source that has nothing to show any more. */
  endLevel(runtimeId: string, source: Source): void {
    this.attempt((pipeline) => pipeline.endLevel(runtimeId, source));
  }

  /** Withdraws a guess about a runtime. */
  withdraw(runtimeId: string, source: Source): void {
    this.attempt((pipeline) => pipeline.withdraw(runtimeId, source));
  }

  private attempt(work: (pipeline: Pipeline) => void): boolean {
    const { pipeline, problems, log } = this.deps;
    try {
      work(pipeline);
    } catch (error) {
      const fault = asFault(error);
      const isBroken = String(fault.details.sqlite ?? "").startsWith("SQLITE_IOERR");
      const why = isBroken ? "the disk fails" : (WHY[fault.code] ?? "signals cannot be stored");
      const message = `${why}. They wait where they are, nothing is lost (${fault.message.split("\n")[0]})`;
      if (problems.raise(fault.code, message)) log.error({ code: fault.code, err: fault.message }, "cannot store");
      this.failing.add(fault.code);
      return false;
    }
    for (const code of this.failing) if (problems.clear(code)) log.info({ code }, "storing again");
    this.failing.clear();
    return true;
  }
}
