import type { WaitingPane } from "../live/acting.ts";
import { paneKey } from "../live/fleet.ts";

/** A row of the inbox. */
export interface Shown {
  key: string;
  pane: WaitingPane;
  /** Nobody waits there any more; it stays until the pointer or the keyboard moves on. */
  gone: boolean;
  /** Came since somebody last looked. */
  isNew: boolean;
}

/**
 * What to show next. While rows are held they keep their places, whatever becomes of them, and new ones come last;
 * else it is who waits, the longest first. `keep` is a row that stays even then: the one that somebody is about to act on.
 */
export function settle(
  shown: readonly Shown[],
  waiting: readonly WaitingPane[],
  { held, keep, first }: { held: boolean; keep: string | null; first: boolean },
): Shown[] {
  const now = new Map(waiting.map((pane) => [paneKey(pane.identity), pane]));
  const known = new Map(shown.map((row) => [row.key, row]));
  const rowOf = (pane: WaitingPane): Shown => {
    const key = paneKey(pane.identity);
    return { key, pane, gone: false, isNew: known.get(key)?.isNew ?? !first };
  };
  if (held) {
    const fresh = waiting.filter(({ identity }) => !known.has(paneKey(identity)));
    return [
      ...shown.map((row) => {
        const pane = now.get(row.key);
        return pane === undefined ? { ...row, gone: true, isNew: false } : rowOf(pane);
      }),
      ...fresh.map(rowOf),
    ];
  }
  const rows = waiting.map(rowOf);
  const at = shown.findIndex(({ key }) => key === keep);
  const kept = shown[at];
  if (kept !== undefined && !now.has(kept.key)) rows.splice(at, 0, { ...kept, gone: true, isNew: false });
  return rows;
}

/** Somebody has looked at one row, or at all: it is not new any more. */
export function lookedAt(shown: readonly Shown[], key?: string): Shown[] {
  return shown.map((row) => (row.isNew && (key ?? row.key) === row.key ? { ...row, isNew: false } : row));
}

export function isSame(a: readonly Shown[], b: readonly Shown[]): boolean {
  return (
    a.length === b.length &&
    a.every((row, n) => {
      const other = b[n];
      return row.key === other?.key && row.pane === other.pane && row.gone === other.gone && row.isNew === other.isNew;
    })
  );
}

/** The next row that waits after this one, else the last before it: where the selection goes when this one was dealt with. */
export function nextWaiting(shown: readonly Shown[], key: string, dealtWith: (row: Shown) => boolean): string | null {
  const at = shown.findIndex((row) => row.key === key);
  const waits = (row: Shown) => row.key !== key && !row.gone && !dealtWith(row);
  return (shown.slice(at + 1).find(waits) ?? shown.slice(0, Math.max(at, 0)).findLast(waits))?.key ?? null;
}
