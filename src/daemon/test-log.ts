import pino from "pino";
import type { Log } from "./log.ts";

/** For tests: a log that nobody reads. */
export function silentLog(): Log {
  return pino({ level: "silent" });
}
