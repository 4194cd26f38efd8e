import pino from "pino";
import type { Log } from "./log.ts";

/** For tests: a silent log. */
export function silentLog(): Log {
  return pino({ level: "silent" });
}
