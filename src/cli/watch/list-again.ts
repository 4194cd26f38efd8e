import type { Model } from "./model.ts";
import { type Row, rowsOf } from "./rows.ts";

/** Lists the panes anew; the selection stays with its pane, or goes to the row that took the place of one that is gone. */
export function listAgain(model: Model): Model {
  const rows = rowsOf(model.panes ?? [], model.questions, model.filter);
  if (rows.length === 0 || rows.some(({ key }) => key === model.selected)) return { ...model, rows };
  const at = Math.max(
    0,
    model.rows.findIndex(({ key }) => key === model.selected),
  );
  return { ...model, rows, selected: rows[Math.min(at, rows.length - 1)]?.key ?? null };
}

/** Selects the next row that waits for the person too, once this one is dealt with. */
export function selectNext(model: Model, { key, group }: Row): Model {
  const isNext = (row: Row) =>
    row.key !== key &&
    !model.progress.has(row.key) &&
    (row.group === group || row.group === "blocked" || row.group === "check");
  const at = model.rows.findIndex((row) => row.key === key);
  const next = model.rows.slice(at + 1).find(isNext) ?? model.rows.slice(0, Math.max(0, at)).findLast(isNext);
  return next === undefined ? model : { ...model, selected: next.key };
}
