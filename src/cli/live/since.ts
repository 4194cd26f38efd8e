import { parseTime } from "../../core/engine/parse-time.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { parseSpan } from "../common/span.ts";

/** A cursor, or a time in ms, given as a span (10m ago) or a timestamp. */
export type Since = { cursor: string } | { at: number };

export function parseSince(text: string, now: number): Since {
  if (/^[a-z0-9]+-\d+$/.test(text)) return { cursor: text };
  const span = parseSpan(text);
  if (span !== null) return { at: now - span };
  const number = /^\d{10,}(\.\d+)?$/.test(text) ? Number(text) : null;
  // seconds, as from date +%s, or milliseconds, as in our JSON
  const at = number === null ? parseTime(text) : number < 1e11 ? number * 1_000 : number;
  if (at !== null) return { at };
  throw new Fault(
    "E_USAGE",
    `--since wants a cursor, a time span such as 10m, or a time such as 2026-02-13T10:00:00Z, not "${text}"`,
  );
}

export function sinceQuery(since: Since): [string, string] {
  return "cursor" in since ? ["since", since.cursor] : ["since_at", String(since.at)];
}
