import type { Attention } from "../../core/protocol/attention.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";

export type WaitingPane = PaneItem & { attention: Attention };

export interface Group {
  /** `target/session` */
  name: string;
  panes: PaneItem[];
}

/** Every pane is in exactly one of the three. */
export interface Arrangement {
  needsYou: WaitingPane[];
  groups: Group[];
  withoutAgent: PaneItem[];
}

export function arrange(panes: Iterable<PaneItem>): Arrangement {
  const all = [...panes].sort(byPlace);
  const needsYou = all.filter(isWaiting).sort((a, b) => a.attention.raised_at - b.attention.raised_at);
  const quiet = all.filter((pane) => !isWaiting(pane));
  return {
    needsYou,
    groups: groupByTargetSession(quiet.filter((pane) => pane.agent !== null)),
    withoutAgent: quiet.filter((pane) => pane.agent === null),
  };
}

export function targetSession({ identity }: PaneItem): string {
  return `${identity.target}/${identity.session_name}`;
}

function isWaiting(pane: PaneItem): pane is WaitingPane {
  return pane.attention !== null;
}

function groupByTargetSession(panes: PaneItem[]): Group[] {
  const groups = new Map<string, PaneItem[]>();
  for (const pane of panes) {
    const name = targetSession(pane);
    groups.set(name, [...(groups.get(name) ?? []), pane]);
  }
  return [...groups].map(([name, members]) => ({ name, panes: members }));
}

/** By where the pane is, never by what it does: a row stays where the eye left it. */
function byPlace(a: PaneItem, b: PaneItem): number {
  return (
    compareText(targetSession(a), targetSession(b)) || a.window_index - b.window_index || a.pane_index - b.pane_index
  );
}

const collator = new Intl.Collator("en", { numeric: true });

function compareText(a: string, b: string): number {
  return collator.compare(a, b);
}
