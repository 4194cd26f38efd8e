import type { PaneItem } from "../protocol/lists/lists.ts";

/** `2 teammates working`, beside their lead; empty if none works. */
export function teammatesWords({ teammates }: Pick<PaneItem, "teammates">): string {
  const { working, all } = teammates ?? { working: 0, all: 0 };
  if (working === 0) return "";
  return `${working === all ? working : `${working} of ${all}`} ${all === 1 ? "teammate" : "teammates"} working`;
}

/** The same panes, each teammate right under its lead if that is among them. */
export function underLeads(panes: readonly PaneItem[]): PaneItem[] {
  const places = new Set(panes.map(placeOf));
  const under = new Map<string, PaneItem[]>();
  const others: PaneItem[] = [];
  for (const pane of panes) {
    const lead = leadOf(pane);
    if (lead === null || lead === placeOf(pane) || !places.has(lead)) others.push(pane);
    else under.set(lead, [...(under.get(lead) ?? []), pane]);
  }
  if (under.size === 0) return others;
  const placed = others.flatMap((pane) => [pane, ...(under.get(placeOf(pane)) ?? [])]);
  // a teammate of a teammate, which no agent has so far
  return [...placed, ...panes.filter((pane) => !placed.includes(pane))];
}

/** Whether its lead is among these panes, too. */
export function isUnderLead(pane: PaneItem, panes: readonly PaneItem[]): boolean {
  const lead = leadOf(pane);
  return lead !== null && panes.some((other) => placeOf(other) === lead);
}

function leadOf({ identity, teammate }: PaneItem): string | null {
  return teammate?.lead_pane == null ? null : `${identity.target} ${teammate.lead_pane}`;
}

function placeOf({ identity }: PaneItem): string {
  return `${identity.target} ${identity.pane_id}`;
}
