import type { WorkReport } from "../failures.ts";
import { NotedFailures } from "../test-failures.ts";
import { silentLog } from "../test-log.ts";
import { DirectoryWatches } from "./directory-watches.ts";

/** For tests in which the system has enough of them. */
export function unlimitedWatches(failures: WorkReport = new NotedFailures()): DirectoryWatches {
  const fail = (code: string, message: string) => {
    throw new Error(`${message} [${code}]`);
  };
  return new DirectoryWatches({
    problems: { raise: fail, clear: () => false },
    failures,
    log: silentLog(),
    scanMs: 1_000,
  });
}
