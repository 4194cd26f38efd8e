import type { Share } from "../protocol/fleet/fleet.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";
import { paneKey } from "./fleet-names.ts";
import { isNewer, type RowStamp, readRow, rowText } from "./member-row.ts";

/** Texts of the rows that the server lacks, or has in an older state. `position`: the last change of the log. */
export function rowsToTell(
  kept: ReadonlyMap<string, string>,
  panes: Iterable<{ n: number; item: PaneItem }>,
  { generation, position, share }: { generation: number; position: number; share: Share },
): Map<string, string> {
  const rows = new Map<string, string>();
  const present = new Set<string>();
  for (const { n, item } of panes) {
    const key = paneKey(item.identity.target, item.identity.pane_id);
    const known = stampOf(kept.get(key));
    present.add(key);
    if (known === null || isNewer({ generation, n }, known)) rows.set(key, rowText(item, { generation, n }, share));
  }
  for (const [key, text] of kept) {
    if (present.has(key) || stampOf(text)?.isGone === true) continue;
    rows.set(key, rowText(null, { generation, n: position }, share));
  }
  return rows;
}

function stampOf(text: string | undefined): (RowStamp & { isGone: boolean }) | null {
  const row = text === undefined ? null : readRow(text);
  return row && { generation: row.generation, n: row.n, isGone: row.item === null };
}
