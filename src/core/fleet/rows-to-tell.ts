import type { Share } from "../protocol/fleet/fleet.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";
import { paneKey } from "./fleet-names.ts";
import { isNewer, type RowStamp, readRow, rowText } from "./member-row.ts";

/** A row as the server has it, and whether it has acknowledged it. */
export interface KeptText {
  text: string;
  isAcknowledged: boolean;
}

/**
 * Texts of the rows that the server lacks, has in an older state, or has not acknowledged: a server of a cluster may
 * show such a row, and then take it back. `position`: the last change of the log.
 */
export function rowsToTell(
  kept: ReadonlyMap<string, KeptText>,
  panes: Iterable<{ n: number; item: PaneItem }>,
  { generation, position, share }: { generation: number; position: number; share: Share },
): Map<string, string> {
  const rows = new Map<string, string>();
  const present = new Set<string>();
  for (const { n, item } of panes) {
    const key = paneKey(item.identity.target, item.identity.pane_id);
    const before = kept.get(key);
    const known = before?.isAcknowledged === true ? stampOf(before.text) : null;
    present.add(key);
    if (known === null || isNewer({ generation, n }, known)) rows.set(key, rowText(item, { generation, n }, share));
  }
  for (const [key, { text, isAcknowledged }] of kept) {
    if (present.has(key) || (isAcknowledged && stampOf(text)?.isGone === true)) continue;
    rows.set(key, rowText(null, { generation, n: position }, share));
  }
  return rows;
}

function stampOf(text: string): (RowStamp & { isGone: boolean }) | null {
  const row = readRow(text);
  return row && { generation: row.generation, n: row.n, isGone: row.item === null };
}
