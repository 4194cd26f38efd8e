import { textAt, valueAt } from "../../adapter/payload.ts";
import type { SquadSignal, SquadType } from "../../protocol/squad/squad.ts";

type Said = Pick<SquadSignal, "type" | "data">;

/** The order of a task's signals. Types not listed may come at any time. */
const PLACES: Partial<Record<SquadType, number>> = { starting: 0, working: 1, review: 2, completing: 3, complete: 4 };

/** Why a signal does not fit the previous one; null if it does. A task may always start again. */
export function outOfOrder(before: Said | null, { type, data }: Said): string | null {
  const [was, is] = [before === null ? undefined : PLACES[before.type], PLACES[type]];
  if (before === null || was === undefined || is === undefined || type === "starting" || type === "working")
    return null;
  if (is < was || is > was + 1) return `${type} came after ${before.type}`;
  const [from, to] = [valueAt(before.data, "progress"), valueAt(data, "progress")];
  const isSameTask = textAt(before.data, "taskId") === textAt(data, "taskId");
  const goesBack = isSameTask && typeof from === "number" && typeof to === "number" && to < from;
  return type === before.type && goesBack ? `${to} % came after ${from} %` : null;
}
