import type { PaneItem } from "../../core/protocol/lists.ts";
import type { WaitingPane } from "../live/acting.ts";
import { byPlace, compareText } from "../live/by-place.ts";
import { describeState } from "./state-look.ts";

export const GROUPINGS = ["target-session", "session", "agent", "state"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface Group {
  name: string;
  panes: PaneItem[];
}

/** Every pane is in exactly one of the two. */
export interface Arrangement {
  groups: Group[];
  /** Shells and the like: neither an agent nor a call for attention. */
  withoutAgent: PaneItem[];
}

/** Who waits for a person, the longest first. */
export function longestWaiting(panes: Iterable<PaneItem>): WaitingPane[] {
  return [...panes].filter(isWaiting).sort((a, b) => a.attention.raised_at - b.attention.raised_at || byPlace(a, b));
}

export function isWaiting(pane: PaneItem): pane is WaitingPane {
  return pane.attention !== null;
}

/** The fleet in groups; within a group by place, never by what a pane does: a row stays where the eye left it. */
export function arrange(panes: Iterable<PaneItem>, grouping: Grouping = "target-session"): Arrangement {
  const all = [...panes].sort(byPlace);
  const groups = new Map<string, PaneItem[]>();
  for (const pane of all.filter(isOfInterest)) {
    const name = groupOf(pane, grouping);
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [pane]);
    else members.push(pane);
  }
  const named = [...groups].map(([name, members]) => ({ name, panes: members }));
  if (grouping !== "target-session") named.sort((a, b) => compareText(a.name, b.name));
  return { groups: named, withoutAgent: all.filter((pane) => !isOfInterest(pane)) };
}

export function targetSession({ identity }: Pick<PaneItem, "identity">): string {
  return `${identity.target}/${identity.session_name}`;
}

export function isOfInterest(pane: PaneItem): boolean {
  return pane.agent !== null || isWaiting(pane);
}

function groupOf(pane: PaneItem, grouping: Grouping): string {
  switch (grouping) {
    case "target-session":
      return targetSession(pane);
    case "session":
      return pane.identity.session_name;
    case "agent":
      return pane.agent ?? pane.command;
    case "state":
      return describeState({ ...pane, activity: null, reason_code: null });
    default:
      return grouping satisfies never;
  }
}
