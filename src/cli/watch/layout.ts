import { paint } from "../render/words.ts";
import { GROUPS, type Group } from "./group.ts";
import type { Model } from "./model.ts";
import { rowLines } from "./row-lines.ts";

const HEADINGS: Record<Group, string> = {
  blocked: "Blocked",
  check: "Check",
  done: "Done",
  running: "Running",
  others: "Others",
};

export interface Layout {
  lines: string[];
  /** First line of each row, and the one after its last. */
  places: ReadonlyMap<string, readonly [from: number, to: number]>;
}

/** The whole list, of which the screen shows a part. */
export function layOut(model: Model, now: number): Layout {
  const lines: string[] = [];
  const places = new Map<string, readonly [number, number]>();
  for (const group of GROUPS) {
    const rows = model.rows.filter((row) => row.group === group);
    if (rows.length === 0) continue;
    if (lines.length > 0) lines.push("");
    lines.push(paint(`${HEADINGS[group]} ${rows.length}`, "1", model.colour));
    for (const row of rows) {
      const from = lines.length;
      lines.push(...rowLines(row, model, now));
      places.set(row.key, [from, lines.length]);
    }
  }
  return lines.length > 0 ? { lines, places } : { lines: emptyLines(model), places };
}

function emptyLines({ panes, empty, filter }: Model): string[] {
  if (panes === null) return [];
  return filter === "" ? empty.split("\n") : [`No pane has "${filter}".`];
}

/** How many lines of the list fit. */
export function bodyRows({ size, warnings, preview }: Model): number {
  return Math.max(1, size.rows - 2 - warnings.length - (preview === null ? 0 : previewRows(size.rows)));
}

/** The lower half, with its rule. */
export function previewRows(rows: number): number {
  return Math.max(2, Math.floor((rows - 2) / 2));
}
