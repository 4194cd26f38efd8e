import { silentLog } from "../test-log.ts";
import { DirectoryWatches } from "./directory-watches.ts";

/** For tests in which the system has enough of them. */
export function unlimitedWatches(): DirectoryWatches {
  const fail = (code: string, message: string) => {
    throw new Error(`${message} [${code}]`);
  };
  return new DirectoryWatches({ problems: { raise: fail, clear: () => false }, log: silentLog(), scanMs: 1_000 });
}
