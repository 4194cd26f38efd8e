import { callName } from "../../core/notify/same-call.ts";
import { createStore, type Store } from "../live/store.ts";
import type { Shown } from "../view/settle.ts";

/** The rows marked for acting on several at once: the call that was marked, by pane. */
export const marks: Store<ReadonlyMap<string, string>> = createStore<ReadonlyMap<string, string>>(new Map());

/** Whether a tap marks a row instead of opening it. */
export const isMarking: Store<boolean> = createStore(false);

/** A row that has another call by now is not marked any more. */
export function isMarked(marked: ReadonlyMap<string, string>, { key, pane, gone }: Shown): boolean {
  return !gone && marked.get(key) === callName(pane.attention);
}

export function toggleMark(row: Shown): void {
  const next = new Map(marks.get());
  if (isMarked(next, row)) next.delete(row.key);
  else if (!row.gone) next.set(row.key, callName(row.pane.attention));
  marks.set(next);
}

/** Marks all rows from one to another, in the order of the list. */
export function markRange(rows: readonly Shown[], from: string | null, to: string): void {
  const ends = [from ?? to, to].map((key) => rows.findIndex((row) => row.key === key));
  const range = rows.slice(Math.max(0, Math.min(...ends)), Math.max(...ends) + 1);
  marks.set(
    new Map([
      ...marks.get(),
      ...range.filter(({ gone }) => !gone).map(({ key, pane }) => [key, callName(pane.attention)] as const),
    ]),
  );
}

export function clearMarks(): void {
  marks.set(new Map());
  isMarking.set(false);
}
