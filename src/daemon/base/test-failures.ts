import type { WorkReport } from "./failures.ts";

/** For tests: records failures as "work: message" until the work succeeds again. */
export class NotedFailures implements WorkReport {
  private readonly open = new Map<string, string>();

  failed(work: string, error: unknown): void {
    this.open.set(work, `${work}: ${error instanceof Error ? error.message : String(error)}`);
  }

  worked(work: string): void {
    this.open.delete(work);
  }

  get list(): string[] {
    return [...this.open.values()];
  }
}
