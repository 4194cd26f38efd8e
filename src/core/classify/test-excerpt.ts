import { type Excerpt, excerptOf } from "./excerpt.ts";

/** A screen of an unknown agent; the cursor is after its last line. */
export function shown(text: string, facts: Partial<Excerpt> = {}): Excerpt {
  const lines = text.replace(/^\n/, "").split("\n");
  const cursor = { line: lines.length - 1, column: (lines.at(-1)?.length ?? 0) + 1 };
  const view = { width: 80, top: 0, cursor };
  return excerptOf({ agent: "stranger", label: "Stranger", command: "node", alternate: false, view, lines, ...facts });
}
