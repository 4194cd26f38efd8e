import { parseTime } from "../engine/parse-time.ts";
import type { Reading } from "./adapter.ts";
import { WORK_ONLY } from "./evidence.ts";
import { doingIn, markersIn, type Words } from "./last-message.ts";
import type { Meaning } from "./normalize-by.ts";
import { given, type Payload, parsePayload, textAt } from "./payload.ts";

/** The reading of one line of a transcript; null for the many lines without news. Some lines hold only a message of the agent. */
export type LineMeaning = (line: Payload) => (Partial<Meaning> & { event_type: string }) | null;

/** Reads one line of an agent's own log as an event of the line's time. Incomplete or foreign lines give nothing. */
export function lineReader(agent: string, meaningOf: LineMeaning): (text: string) => Reading[] {
  return (text) => {
    const line = parsePayload(text);
    const meaning = line && meaningOf(line);
    if (!meaning) return [];
    const at = parseTime(textAt(line, "timestamp") ?? "");
    const { evidence, said, retold, doing, ...about } = meaning;
    const told = { source: "transcript" as const, message: "", ...about, ...(at !== null && { at }) };
    const words = given<Words>({ said, retold });
    // the file of a resumed conversation holds old messages, and a message without a date may be one of them
    const work = at === null ? {} : doingIn(doing, words, told);
    const reading = { ...told, event_type: `${agent}.${meaning.event_type}`, evidence: evidence ?? WORK_ONLY, ...work };
    const markers = at === null ? [] : markersIn(words, reading);
    if (evidence !== undefined) return [reading, ...markers];
    return work.doing === undefined && about.usage === undefined ? markers : [...markers, reading];
  };
}
