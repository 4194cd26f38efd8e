import type { AgentSignal, Reading } from "../../adapter/adapter.ts";
import { normalizeBy } from "../../adapter/normalize-by.ts";
import { DIALECT } from "./events.ts";
import { readStatusLine, STATUS_LINE } from "./status-line.ts";

const byHook = normalizeBy(DIALECT);

/** Hooks, and what goes through its status line. */
export function normalize(signal: AgentSignal): Reading[] {
  return signal.event === STATUS_LINE ? readStatusLine(signal) : byHook(signal);
}
