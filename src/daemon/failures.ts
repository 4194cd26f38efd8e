import { asFault, messageOf } from "../core/protocol/fault.ts";
import type { Log } from "./log.ts";
import type { Problems } from "./problems.ts";

/** Where work that goes on for as long as the daemon tells how it fares. */
export interface WorkReport {
  failed(work: string, error: unknown): void;
  /** Also where nobody wants it any more: what is not tried again cannot fail. */
  worked(work: string): void;
}

/**
 * Work of the daemon that fails and is tried again: in the log with its stack, once for each message, and as a problem until
 * it works again. Only what is unexpected is a problem here: a full or failing disk is told by the intake.
 */
export class Failures implements WorkReport {
  private readonly problems: Pick<Problems, "raise" | "clear">;
  private readonly log: Log;
  /** What each failed with last. */
  private readonly failing = new Map<string, string>();

  constructor(problems: Pick<Problems, "raise" | "clear">, log: Log) {
    this.problems = problems;
    this.log = log;
  }

  /** `work` is what people read: "scanning files". */
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

/** False: it failed, and that is reported. */
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
