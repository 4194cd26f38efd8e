import { parseTime } from "../engine/parse-time.ts";
import type { Reading } from "./adapter.ts";
import type { Meaning } from "./normalize-by.ts";
import { type Payload, parsePayload, textAt } from "./payload.ts";

/** What a line of a transcript tells; null for the many that tell nothing. */
export type LineMeaning = (line: Payload) => (Omit<Meaning, "said"> & { event_type: string }) | null;

/** Reads one line of an agent's own log as news of its time. Half a line or a foreign one tells nothing. */
export function lineReader(agent: string, meaningOf: LineMeaning): (text: string) => Reading[] {
  return (text) => {
    const line = parsePayload(text);
    const meaning = line && meaningOf(line);
    if (!meaning) return [];
    const at = parseTime(textAt(line, "timestamp") ?? "");
    const event_type = `${agent}.${meaning.event_type}`;
    return [{ source: "transcript", message: "", ...meaning, event_type, ...(at !== null && { at }) }];
  };
}
