import type { SignalFacts } from "../core/engine/envelope.ts";
import { Fault } from "../core/protocol/fault.ts";
import type { Log } from "./log.ts";
import type { Memory, Pipeline } from "./pipeline.ts";
import type { Problems } from "./problems.ts";

/** The door of the pipeline. When nothing can be stored it says so and stays shut: sources keep what they have. */
export class Intake {
  private readonly deps: { pipeline: Pipeline; problems: Problems; log: Log };

  constructor(deps: Intake["deps"]) {
    this.deps = deps;
  }

  /** False: not stored, offer it again later. */
  offer(signals: readonly SignalFacts[], memories: readonly Memory[] = []): boolean {
    const { pipeline, problems, log } = this.deps;
    try {
      pipeline.ingest(signals, memories);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "E_DISK_FULL") throw error;
      const message = `the disk is full: signals wait where they are, nothing is lost. Free some space (${error.message})`;
      if (problems.raise(error.code, message)) log.error({ code: error.code, err: error.message }, "cannot store");
      return false;
    }
    if (problems.clear("E_DISK_FULL")) log.info({}, "storing again");
    return true;
  }
}
