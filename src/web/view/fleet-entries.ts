import { isUnderLead } from "../../core/lists/team.ts";
import type { PaneItem, TargetError } from "../../core/protocol/lists/lists.ts";
import { paneKey } from "../live/fleet.ts";
import { type Questions, questionOf } from "../live/questions-feed.ts";
import { arrange, type Grouping, isOfInterest } from "./arrange.ts";
import { isFound } from "./is-found.ts";
import { type Look, lookOf } from "./state-look.ts";

/** A line of the fleet; each type has a fixed height, so that only visible lines are rendered. */
export type Entry =
  | { type: "group"; id: string; name: string; size: number; isFolded: boolean }
  | { type: "banner"; id: string; targetError: TargetError; panes: number }
  | { type: "pane"; id: string; isUnderLead: boolean };

export interface FleetQuery {
  grouping: Grouping;
  /** The looks to show; empty means all. */
  looks: ReadonlySet<Look>;
  search: string;
  /** Names of collapsed groups. */
  folded: ReadonlySet<string>;
}

/** The group of panes without an agent, collapsed at first. */
export const WITHOUT_AGENT = "Without an agent";

export function fleetEntries(
  panes: Iterable<PaneItem>,
  errors: readonly TargetError[],
  query: FleetQuery,
  questions: Questions = NO_QUESTIONS,
): Entry[] {
  const all = [...panes];
  const matching = all.filter((pane) => isShown(pane, query, questions));
  const { groups, withoutAgent } = arrange(matching, query.grouping);
  const banners = bannersOf(errors, all);
  const entries: Entry[] = query.grouping === "target-session" ? [] : banners.splice(0);
  for (const { name, panes: members } of groups) {
    entries.push(...groupEntries(name, members, query, takeBanner(banners, members[0]?.identity.target)));
  }
  // an unreachable target without known panes gets a group with only its banner
  for (const banner of banners)
    if (banner.type === "banner")
      entries.push(
        { type: "group", id: `g:${banner.id}`, name: banner.targetError.target, size: 0, isFolded: false },
        banner,
      );
  if (withoutAgent.length > 0 && query.looks.size === 0)
    entries.push(...groupEntries(WITHOUT_AGENT, withoutAgent, query, []));
  return entries;
}

/** Number of panes per look among those that match the search. */
export function lookCounts(
  panes: Iterable<PaneItem>,
  search: string,
  questions: Questions = NO_QUESTIONS,
): Partial<Record<Look, number>> {
  const counts: Partial<Record<Look, number>> = {};
  for (const pane of panes) {
    if (!isOfInterest(pane) || !isFound(pane, search, questionOf(questions, pane))) continue;
    const look = lookOf(pane);
    counts[look] = (counts[look] ?? 0) + 1;
  }
  return counts;
}

function groupEntries(name: string, panes: PaneItem[], { folded }: FleetQuery, banner: Entry[]): Entry[] {
  const isFolded = folded.has(name);
  const head: Entry = { type: "group", id: `g:${name}`, name, size: panes.length, isFolded };
  const rows = panes.map(
    (pane): Entry => ({ type: "pane", id: paneKey(pane.identity), isUnderLead: isUnderLead(pane, panes) }),
  );
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

/** Shown once, in the first group of its target. */
function takeBanner(banners: Entry[], target: string | undefined): Entry[] {
  const at = banners.findIndex((entry) => entry.type === "banner" && entry.targetError.target === target);
  return at < 0 ? [] : banners.splice(at, 1);
}

function isShown(pane: PaneItem, { looks, search }: FleetQuery, questions: Questions): boolean {
  return (looks.size === 0 || looks.has(lookOf(pane))) && isFound(pane, search, questionOf(questions, pane));
}

const NO_QUESTIONS: Questions = new Map();
