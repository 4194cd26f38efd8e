import type { Reading } from "../../adapter/adapter.ts";
import { level } from "../../adapter/evidence.ts";
import type { Level } from "../../protocol/events/event.ts";

/** A symbol, two blanks, a text and the folder, padded with blanks. While it works the text may be its thoughts. */
const SHAPES: readonly [RegExp, string, Level][] = [
  [/^◇ {2}Ready \(.*\)$/, "Ready", level("rest", { blind: true })],
  [/^[✦⏲] {2}.+ \(.*\)$/, "Working", level("busy", { blind: true })],
  [/^✋ {2}Action Required \(.*\)$/, "Action Required", level("ask", { blind: true })],
];

export function readTitle(title: string): Reading | null {
  const shown = title.trimEnd();
  const shape = SHAPES.find(([pattern]) => pattern.test(shown));
  if (shape === undefined) return null;
  const [, words, evidence] = shape;
  return { source: "title", event_type: `gemini.${words}`, message: "", evidence };
}
