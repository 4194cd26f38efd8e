import { noted } from "./key-refusal.ts";
import { selectNext } from "./list-again.ts";
import type { Effect, Model, Step } from "./model.ts";
import type { Row } from "./rows.ts";

const SNOOZE_MS = 30 * 60_000;

/** Marks as seen, or puts off, what the row calls for; both can be taken back. */
export function setAside(model: Model, row: Row, key: "e" | "z", at: number): Step {
  const { attention, snoozed_until } = row.item;
  if (attention === null) return { model: noted(model, "nothing is open here", at), effects: [] };
  const isSnoozed = key === "z" && snoozed_until !== null;
  const effect: Effect =
    key === "e" ? { type: "seen", row } : { type: "snooze", row, forMs: isSnoozed ? 0 : SNOOZE_MS };
  const undo = isSnoozed ? null : { row, by: key };
  return { model: { ...selectNext(model, row), undo }, effects: [effect] };
}

/** Takes back the last of them and selects its row. */
export function takeBack(model: Model, at: number): Step {
  const { undo } = model;
  if (undo === null) return { model: noted(model, "there is nothing to take back", at), effects: [] };
  const { row, by } = undo;
  const isListed = model.rows.some(({ key }) => key === row.key);
  const after = { ...model, undo: null, selected: isListed ? row.key : model.selected };
  return { model: after, effects: [by === "e" ? { type: "unseen", row } : { type: "snooze", row, forMs: 0 }] };
}
