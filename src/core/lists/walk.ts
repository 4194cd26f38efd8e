import type { PaneItem } from "../protocol/lists/lists.ts";

export interface Step {
  item: PaneItem;
  /** The calls that this round has been to, `item` included. */
  visited: string[];
}

/**
 * The next pane of a walk through all who need the person, given in the order by need; null if nobody does. A round goes to each call once, so that a
 * new call gets its turn and none is left out; then the next round begins.
 */
export function nextStep(items: readonly PaneItem[], visited: readonly string[], here: string | null): Step | null {
  const all = items.filter(({ shelf }) => shelf !== null);
  const shown = all.filter(({ ref }) => ref === here).map(callOf);
  const been = visited.filter((id) => !shown.includes(id) && all.some((item) => callOf(item) === id)).concat(shown);
  const left = all.find((item) => !been.includes(callOf(item)));
  if (left !== undefined) return { item: left, visited: [...been, callOf(left)] };
  // a new round begins, not with the pane that was last
  const first = all.findIndex((item) => callOf(item) !== been.at(-1));
  const round = all.slice(0, Math.max(0, first) + 1);
  const item = round.at(-1);
  return item === undefined ? null : { item, visited: round.map(callOf) };
}

export function raisedAt({ attention }: PaneItem): number {
  return attention?.raised_at ?? 0;
}

/** A second question of one turn is another call. */
function callOf(item: PaneItem): string {
  return `${item.attention?.attention_id ?? item.ref}@${raisedAt(item)}`;
}
