import type { PaneItem, TargetError } from "../../core/protocol/lists.ts";
import type { State } from "../../core/protocol/state.ts";
import { paneKey } from "../live/fleet.ts";
import { arrange, type Grouping, isOfInterest } from "./arrange.ts";

/** A line of the fleet; each kind has its own height, so that only those in sight need be drawn. */
export type Entry =
  | { type: "group"; id: string; name: string; size: number; isFolded: boolean }
  | { type: "banner"; id: string; targetError: TargetError; panes: number }
  | { type: "pane"; id: string };

export interface FleetQuery {
  grouping: Grouping;
  /** Those shown; none means all. */
  states: ReadonlySet<State>;
  search: string;
  /** Names of groups that show no rows. */
  folded: ReadonlySet<string>;
}

/** The group of panes without an agent, which starts folded. */
export const WITHOUT_AGENT = "Without an agent";

export function fleetEntries(panes: Iterable<PaneItem>, errors: readonly TargetError[], query: FleetQuery): Entry[] {
  const all = [...panes];
  const matching = all.filter((pane) => isShown(pane, query));
  const { groups, withoutAgent } = arrange(matching, query.grouping);
  const banners = bannersOf(errors, all);
  const entries: Entry[] = query.grouping === "target-session" ? [] : banners.splice(0);
  for (const { name, panes: members } of groups) {
    entries.push(...groupEntries(name, members, query, takeBanner(banners, members[0]?.identity.target)));
  }
  // a target that is down and of which nothing is known has nothing but its banner
  for (const banner of banners)
    if (banner.type === "banner")
      entries.push(
        { type: "group", id: `g:${banner.id}`, name: banner.targetError.target, size: 0, isFolded: false },
        banner,
      );
  if (withoutAgent.length > 0 && query.states.size === 0)
    entries.push(...groupEntries(WITHOUT_AGENT, withoutAgent, query, []));
  return entries;
}

/** How many panes are in each state, among those that the search finds. */
export function stateCounts(panes: Iterable<PaneItem>, search: string): Partial<Record<State, number>> {
  const counts: Partial<Record<State, number>> = {};
  for (const pane of panes)
    if (isOfInterest(pane) && isFound(pane, search)) counts[pane.state] = (counts[pane.state] ?? 0) + 1;
  return counts;
}

function groupEntries(name: string, panes: PaneItem[], { folded }: FleetQuery, banner: Entry[]): Entry[] {
  const isFolded = folded.has(name);
  const head: Entry = { type: "group", id: `g:${name}`, name, size: panes.length, isFolded };
  const rows = panes.map(({ identity }): Entry => ({ type: "pane", id: paneKey(identity) }));
  return [head, ...banner, ...(isFolded ? [] : rows)];
}

function bannersOf(errors: readonly TargetError[], panes: PaneItem[]): Entry[] {
  return errors.map((targetError) => ({
    type: "banner",
    id: `b:${targetError.target}`,
    targetError,
    panes: panes.filter(({ identity }) => identity.target === targetError.target).length,
  }));
}

/** Told once, in the first group of its target. */
function takeBanner(banners: Entry[], target: string | undefined): Entry[] {
  const at = banners.findIndex((entry) => entry.type === "banner" && entry.targetError.target === target);
  return at < 0 ? [] : banners.splice(at, 1);
}

function isShown(pane: PaneItem, { states, search }: FleetQuery): boolean {
  return (states.size === 0 || states.has(pane.state)) && isFound(pane, search);
}

/** Every word must be somewhere in what the row shows, or in where it is. */
function isFound(pane: PaneItem, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { identity, agent, command, window_name, message, attention, title, cwd, ref, signal } = pane;
  const text = [identity.target, identity.session_name, identity.pane_id, agent, command, window_name, message]
    .concat([attention?.message ?? "", attention?.label ?? "", title, cwd, ref, signal?.task_title ?? ""])
    .join("\n")
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
