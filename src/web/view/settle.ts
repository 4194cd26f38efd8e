import { callName } from "../../core/notify/same-call.ts";
import type { Shelf } from "../../core/protocol/events/shelves.ts";
import type { WaitingPane } from "../live/acting.ts";
import { paneKey } from "../live/fleet.ts";

/** A row of the inbox. */
export interface Shown {
  key: string;
  pane: WaitingPane;
  /** Where it is listed; a row that is held stays there. */
  shelf: Shelf;
  /** No longer waiting; the row stays until the pointer or the keyboard moves on. */
  gone: boolean;
  /** Appeared since the user last looked. */
  isNew: boolean;
  /** Asks something else since it was dealt with, which is not shown while the row is held. */
  asksAgain: boolean;
}

interface How {
  /** Rows must not move. */
  held: boolean;
  /** A row that stays in any case: the user is about to act on it. */
  keep: string | null;
  first: boolean;
  /** New rows that come in although rows are held: the user asked for them. */
  admitted?: ReadonlySet<string>;
  /** Whether this call was answered here. */
  isAnswered(pane: WaitingPane): boolean;
}

/**
 * The rows to show next. While held, rows keep their places even if done, and new ones are held back, since they could
 * move others; otherwise they are in the order of `waiting`. A row that was answered does not turn into another question while it
 * stays.
 */
export function settle(shown: readonly Shown[], waiting: readonly WaitingPane[], how: How): Shown[] {
  const now = new Map(waiting.map((pane) => [paneKey(pane.identity), pane]));
  const known = new Map(shown.map((row) => [row.key, row]));
  const rowOf = (pane: WaitingPane, shelf = pane.shelf ?? "done"): Shown => {
    const key = paneKey(pane.identity);
    const before = known.get(key);
    const isNew = before === undefined || before.asksAgain ? !how.first : before.isNew;
    return { key, pane, shelf, gone: false, isNew, asksAgain: false };
  };
  const stay = (row: Shown): Shown => {
    const pane = now.get(row.key);
    if (pane === undefined) return { ...row, gone: true, isNew: false, asksAgain: false };
    const isOther = callName(pane.attention) !== callName(row.pane.attention);
    if (isOther && (row.gone || how.isAnswered(row.pane))) return { ...row, gone: true, isNew: false, asksAgain: true };
    return rowOf(pane, row.shelf);
  };
  if (how.held) {
    const asked = waiting.filter(({ identity, attention }) => {
      return !known.has(paneKey(identity)) && how.admitted?.has(callName(attention));
    });
    return [...shown.map(stay), ...asked.map((pane) => ({ ...rowOf(pane), isNew: false }))];
  }
  const at = shown.findIndex(({ key }) => key === how.keep);
  const kept = shown[at] && stay(shown[at]);
  if (!kept?.gone) return waiting.map((pane) => rowOf(pane));
  const rows = waiting.filter(({ identity }) => paneKey(identity) !== kept.key).map((pane) => rowOf(pane));
  rows.splice(at, 0, kept);
  return rows;
}

/** Marks one row, or all, as no longer new. */
export function lookedAt(shown: readonly Shown[], key?: string): Shown[] {
  return shown.map((row) => (row.isNew && (key ?? row.key) === row.key ? { ...row, isNew: false } : row));
}

const FIELDS = ["key", "pane", "shelf", "gone", "isNew", "asksAgain"] as const;

export function isSame(a: readonly Shown[], b: readonly Shown[]): boolean {
  return a.length === b.length && a.every((row, n) => FIELDS.every((field) => row[field] === b[n]?.[field]));
}

/** The row to select after this one was dealt with: the next waiting row, else the last one before it. */
export function nextWaiting(shown: readonly Shown[], key: string, dealtWith: (row: Shown) => boolean): string | null {
  const at = shown.findIndex((row) => row.key === key);
  const waits = (row: Shown) => row.key !== key && !row.gone && !dealtWith(row);
  return (shown.slice(at + 1).find(waits) ?? shown.slice(0, Math.max(at, 0)).findLast(waits))?.key ?? null;
}
