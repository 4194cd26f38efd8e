import type { WorkReport } from "../../base/failures.ts";
import { NotedFailures } from "../../base/test-failures.ts";
import { silentLog } from "../../base/test-log.ts";
import { DirectoryWatches } from "./directory-watches.ts";

/** For tests in which the system's watch limit is not reached. */
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
