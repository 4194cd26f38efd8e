import { underLeads } from "../../core/lists/team.ts";
import { programOf } from "../../core/lists/who.ts";
import { compareShelved, shelfPlaceOf } from "../../core/protocol/events/shelves.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { WaitingPane } from "../live/acting.ts";
import { byPlace, compareText } from "../live/by-place.ts";
import { LOOKS, lookOf } from "./state-look.ts";

export const GROUPINGS = ["target-session", "session", "agent", "state"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface Group {
  name: string;
  panes: PaneItem[];
}

/** Every pane is in exactly one of the two parts. */
export interface Arrangement {
  groups: Group[];
  /** Shells and the like: no agent and no attention. */
  withoutAgent: PaneItem[];
}

/** Panes that wait for a person, longest waiting first. */
export function longestWaiting(panes: Iterable<PaneItem>): WaitingPane[] {
  return [...panes].filter(isWaiting).sort((a, b) => a.attention.raised_at - b.attention.raised_at || byPlace(a, b));
}

/** Panes on a shelf, in the order of the shelves; on *Done* the newest first, else whoever has waited longest. */
export function byShelf(panes: Iterable<PaneItem>): WaitingPane[] {
  return [...panes]
    .filter((pane) => isWaiting(pane) && pane.shelf !== null)
    .map((pane) => pane as WaitingPane)
    .sort((a, b) => compareShelved(shelfPlaceOf(a), shelfPlaceOf(b)) || byPlace(a, b));
}

export function isWaiting(pane: PaneItem): pane is WaitingPane {
  return pane.attention !== null;
}

/** The fleet in groups; within a group sorted by place, never by state, so that rows do not move. */
export function arrange(panes: Iterable<PaneItem>, grouping: Grouping = "target-session"): Arrangement {
  const all = [...panes].sort(byPlace);
  const groups = new Map<string, PaneItem[]>();
  for (const pane of all.filter(isOfInterest)) {
    const name = groupOf(pane, grouping);
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [pane]);
    else members.push(pane);
  }
  const named = [...groups].map(([name, members]) => ({ name, panes: underLeads(members) }));
  if (grouping === "state") named.sort((a, b) => URGENCY.indexOf(a.name) - URGENCY.indexOf(b.name));
  else if (grouping !== "target-session") named.sort((a, b) => compareText(a.name, b.name));
  return { groups: named, withoutAgent: all.filter((pane) => !isOfInterest(pane)) };
}

export function targetSession({ identity }: Pick<PaneItem, "identity">): string {
  return `${identity.target}/${identity.session_name}`;
}

export function isOfInterest(pane: PaneItem): boolean {
  return pane.agent !== null || isWaiting(pane);
}

/** The groups by label, most urgent first. */
const URGENCY: readonly string[] = Object.values(LOOKS).map(({ label }) => label);

function groupOf(pane: PaneItem, grouping: Grouping): string {
  switch (grouping) {
    case "target-session":
      return targetSession(pane);
    case "session":
      return pane.identity.session_name;
    case "agent":
      return programOf(pane);
    case "state":
      return LOOKS[lookOf(pane)].label;
    default:
      return grouping satisfies never;
  }
}
