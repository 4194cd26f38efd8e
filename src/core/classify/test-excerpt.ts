import { type Excerpt, excerptOf } from "./excerpt.ts";

/** A screen of an agent that nobody knows, in a pane of its own; the cursor stands after what it shows. */
export function shown(text: string, facts: Partial<Excerpt> = {}): Excerpt {
  const lines = text.replace(/^\n/, "").split("\n");
  const cursor = { line: lines.length - 1, column: (lines.at(-1)?.length ?? 0) + 1 };
  const view = { width: 80, top: 0, cursor };
  return excerptOf({ agent: "stranger", label: "Stranger", command: "node", alternate: false, view, lines, ...facts });
}
