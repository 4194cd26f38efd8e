import type { State } from "../protocol/base/state.ts";
import { precedenceOf, STATE_PRECEDENCE } from "../protocol/base/state-names.ts";
import { compareShelved, type ShelfPlace, shelfPlaceOf } from "../protocol/events/shelves.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";

export const SORTS = ["need", "state", "age", "name"] as const;
export type Sort = (typeof SORTS)[number];

/** Sort keys shared by panes, windows and sessions. */
export interface Rank {
  needed: ShelfPlace;
  hasAgent: boolean;
  /** Null if all panes of the row are plain shells. */
  state: State | null;
  since: number | null;
  place: readonly (string | number)[];
}

/** Ties are ordered as in tmux. */
export function sortBy<Row>(rows: readonly Row[], rankOf: (row: Row) => Rank, sort: Sort): Row[] {
  const compare = COMPARISONS[sort];
  return rows
    .map((row) => ({ row, rank: rankOf(row) }))
    .sort((a, b) => compare(a.rank, b.rank) || comparePlaces(a.rank.place, b.rank.place))
    .map(({ row }) => row);
}

export function rankOfPane(pane: PaneItem): Rank {
  const { identity, agent, state, since, window_index, pane_index } = pane;
  return {
    needed: shelfPlaceOf(pane),
    hasAgent: agent !== null,
    state,
    since,
    place: [identity.target, identity.session_name, window_index, pane_index],
  };
}

/** A window or session ranks by its most urgent pane. */
export function rankOfPanes(
  panes: readonly PaneItem[],
  top: Pick<Rank, "state" | "since">,
  place: Rank["place"],
): Rank {
  return {
    needed: panes.map(shelfPlaceOf).sort(compareShelved)[0] ?? null,
    hasAgent: panes.some(({ agent }) => agent !== null),
    ...top,
    place,
  };
}

const COMPARISONS: Record<Sort, (a: Rank, b: Rank) => number> = {
  /** By shelf; then agents; then the rest. */
  need: (a, b) => compareShelved(a.needed, b.needed) || Number(b.hasAgent) - Number(a.hasAgent),
  state: (a, b) =>
    placeOf(a.state) - placeOf(b.state) || Number(b.hasAgent) - Number(a.hasAgent) || oldestFirst(a.since, b.since),
  age: (a, b) => oldestFirst(a.since, b.since),
  name: () => 0,
};

function placeOf(state: State | null): number {
  return state === null ? STATE_PRECEDENCE.length : precedenceOf(state);
}

function oldestFirst(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a - b;
}

function comparePlaces(a: Rank["place"], b: Rank["place"]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? "";
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
