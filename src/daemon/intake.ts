import type { SignalFacts } from "../core/engine/envelope.ts";
import type { Level, Source } from "../core/protocol/event.ts";
import { asFault } from "../core/protocol/fault.ts";
import type { Log } from "./log.ts";
import type { Memory, Pipeline } from "./pipeline.ts";
import type { Problems } from "./problems.ts";

const WHY: Record<string, string> = {
  E_DISK_FULL: "the disk is full: free some space",
  E_DB_CORRUPT: "the database is damaged: 'agtmux daemon stop', then 'agtmux doctor --repair'",
};

/** The door of the pipeline. When nothing can be stored it says so and stays shut: sources keep what they have. */
export class Intake {
  private readonly deps: { pipeline: Pipeline; problems: Problems; log: Log };

  private readonly failing = new Set<string>();

  constructor(deps: Intake["deps"]) {
    this.deps = deps;
  }

  /** False: not stored, offer it again later. */
  offer(signals: readonly SignalFacts[], memories: readonly Memory[] = []): boolean {
    return this.attempt((pipeline) => pipeline.ingest(signals, memories));
  }

  /** What a level shows. What could not be stored is shown again when somebody looks again. */
  look(runtimeId: string, facts: SignalFacts & { evidence: Level }): boolean {
    return this.attempt((pipeline) => pipeline.look(runtimeId, facts));
  }

  lose(runtimeId: string, source: string): void {
    this.deps.pipeline.lose(runtimeId, source);
  }

  /** What was guessed of a runtime holds no longer. */
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
