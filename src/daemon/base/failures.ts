import { asFault, messageOf } from "../../core/protocol/base/fault.ts";
import type { Log } from "./log.ts";
import type { Problems } from "./problems.ts";

/** Where recurring work reports its success or failure. */
export interface WorkReport {
  failed(work: string, error: unknown): void;
  /** Also call when the work is given up: then it no longer fails. */
  worked(work: string): void;
}

/**
 * Failures of work that is retried: logged with stack, once per message, and shown as a problem until it works again.
 * Only unexpected errors are problems here: the intake reports a full or failing disk.
 */
export class Failures implements WorkReport {
  private readonly problems: Pick<Problems, "raise" | "clear">;
  private readonly log: Log;
  /** The last error message of each failing work. */
  private readonly failing = new Map<string, string>();

  constructor(problems: Pick<Problems, "raise" | "clear">, log: Log) {
    this.problems = problems;
    this.log = log;
  }

  /** `work` is shown to people: "scanning files". */
  failed(work: string, error: unknown): void {
    const message = firstLineOf(error);
    const isNews = this.failing.get(work) !== message;
    this.failing.set(work, message);
    this.log[isNews ? "error" : "debug"]({ work, err: stackOf(error) }, "work failed: tried again");
    if (asFault(error).code === "E_INTERNAL")
      this.problems.raise("E_INTERNAL", `${work} failed: ${message}. It is tried again; daemon.log tells more`, work);
  }

  worked(work: string): void {
    if (!this.failing.delete(work)) return;
    this.problems.clear("E_INTERNAL", work);
    this.log.info({ work }, "work succeeds again");
  }
}

/** False if it failed; the failure is reported. */
export function attempt(report: WorkReport, work: string, job: () => void): boolean {
  try {
    job();
  } catch (error) {
    report.failed(work, error);
    return false;
  }
  report.worked(work);
  return true;
}

/** One line for people. */
export function firstLineOf(error: unknown): string {
  return messageOf(error).split("\n")[0] ?? "";
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
