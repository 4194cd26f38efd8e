import type { PaneItem } from "../protocol/lists.ts";
import type { State } from "../protocol/state.ts";
import { precedenceOf } from "../protocol/state-names.ts";

export const SORTS = ["need", "state", "age", "name"] as const;
export type Sort = (typeof SORTS)[number];

/** What rows of every kind are ordered by. */
export interface Rank {
  /** Since when somebody is needed. */
  needed: number | null;
  hasAgent: boolean;
  state: State;
  since: number | null;
  place: readonly (string | number)[];
}

/** Whoever is equal in what was asked for stays in tmux's order. */
export function sortBy<Row>(rows: readonly Row[], rankOf: (row: Row) => Rank, sort: Sort): Row[] {
  const compare = COMPARISONS[sort];
  return rows
    .map((row) => ({ row, rank: rankOf(row) }))
    .sort((a, b) => compare(a.rank, b.rank) || comparePlaces(a.rank.place, b.rank.place))
    .map(({ row }) => row);
}

export function rankOfPane({ identity, attention, agent, state, since, window_index, pane_index }: PaneItem): Rank {
  return {
    needed: attention?.raised_at ?? null,
    hasAgent: agent !== null,
    state,
    since,
    place: [identity.target, identity.session_name, window_index, pane_index],
  };
}

/** A window or a session ranks as the neediest of its panes. */
export function rankOfPanes(
  panes: readonly PaneItem[],
  top: Pick<Rank, "state" | "since">,
  place: Rank["place"],
): Rank {
  const needed = panes.flatMap(({ attention }) => attention?.raised_at ?? []);
  return {
    needed: needed.length === 0 ? null : Math.min(...needed),
    hasAgent: panes.some(({ agent }) => agent !== null),
    ...top,
    place,
  };
}

const COMPARISONS: Record<Sort, (a: Rank, b: Rank) => number> = {
  /** Who needs a person first, longest waiting first; then agents; then the rest. */
  need: (a, b) => oldestFirst(a.needed, b.needed) || Number(b.hasAgent) - Number(a.hasAgent),
  state: (a, b) =>
    precedenceOf(a.state) - precedenceOf(b.state) ||
    Number(b.hasAgent) - Number(a.hasAgent) ||
    oldestFirst(a.since, b.since),
  age: (a, b) => oldestFirst(a.since, b.since),
  name: () => 0,
};

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
