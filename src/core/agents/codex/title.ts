import type { Reading } from "../../adapter/adapter.ts";
import { level } from "../../adapter/evidence.ts";
import type { Level } from "../../protocol/events/event.ts";

/** A spinner or a blinking mark before the folder's name. The name alone says nothing: other programs set it too. */
const SHAPES: readonly [RegExp, string, Level][] = [
  [/^[⠁-⣿] \S/u, "Working", level("busy")],
  [/^\[ [!.] \] Action Required \| /, "Action Required", level("ask")],
];

export function readTitle(title: string): Reading | null {
  const shape = SHAPES.find(([pattern]) => pattern.test(title));
  if (shape === undefined) return null;
  const [, words, evidence] = shape;
  return { source: "title", event_type: `codex.${words}`, message: "", evidence };
}
