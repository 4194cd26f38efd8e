import { useMemo, useState } from "react";
import { callName } from "../../core/notify/same-call.ts";
import type { WaitingPane } from "../live/acting.ts";
import type { Fleet } from "../live/fleet.ts";
import { paneKey } from "../live/fleet.ts";
import { questionOf } from "../live/questions-feed.ts";
import { useStore } from "../live/store.ts";
import { useLive } from "../live/use-live.ts";
import { byShelf } from "../view/arrange.ts";
import { isFound } from "../view/is-found.ts";
import { isSame, lookedAt, type Shown, settle } from "../view/settle.ts";

export interface Inbox {
  rows: Shown[];
  /** Number of rows that are new since the user last looked, or ask again. */
  fresh: number;
  /** The user moved on: apply the changes that were held back. */
  moveOn(): void;
  /** Shows what was held back; returns the first new row. */
  showFresh(): Shown | null;
  /** Marks this row as looked at. */
  look(key: string): void;
  /** Shows what this row asks now. */
  renew(key: string): void;
}

interface Holding {
  held: boolean;
  keep: string | null;
  isAnswered(pane: WaitingPane): boolean;
}

/** The inbox's rows: waiting panes, kept in place while the user works on them. */
export function useInbox(fleet: Fleet | null, search: string, { held, keep, isAnswered }: Holding): Inbox {
  const { seeing, asked } = useLive();
  const hidden = useStore(seeing.hidden);
  const questions = useStore(asked.questions);
  const panes = fleet?.panes;
  const waiting = useMemo(
    () =>
      byShelf(panes?.values() ?? [])
        .filter(({ attention }) => !hidden.has(callName(attention)))
        .filter((pane) => isFound(pane, search, questionOf(questions, pane))),
    [panes, hidden, search, questions],
  );
  const [isFirst, setFirst] = useState(true);
  const [shown, setShown] = useState<Shown[]>([]);
  const [searched, setSearched] = useState(search);
  const restored = useStore(seeing.restored);
  // where every row is done, new ones move nothing that matters
  const isAllDone = shown.every(({ gone }) => gone);
  const admitted = isAllDone ? new Set(waiting.map(({ attention }) => callName(attention))) : restored;
  // rows that a search leaves out go at once, and an empty list holds nothing back
  const isAsked = searched !== search;
  const isHeld = held && !isAsked && shown.length > 0;
  const kept = shown.find(({ key }) => key === keep);
  const isPutAway = kept !== undefined && hidden.has(callName(kept.pane.attention));
  const how = { held: isHeld, keep: isAsked || isPutAway ? null : keep, first: isFirst, admitted, isAnswered };
  const next = settle(shown, waiting, how);
  if (searched !== search) setSearched(search);
  // settle is idempotent, so this does not loop
  if (!isSame(next, shown)) setShown(next);
  if (isFirst && fleet !== null) setFirst(false);
  const keys = new Set(next.map(({ key }) => key));
  const heldBack = waiting.filter(({ identity }) => !keys.has(paneKey(identity)));
  const free = { held: false, keep: null, first: false, isAnswered };
  return {
    rows: next,
    fresh: next.filter(({ isNew, asksAgain }) => isNew || asksAgain).length + heldBack.length,
    moveOn: () => setShown(lookedAt(settle(next, waiting, free))),
    showFresh: () => {
      const all = settle(next, waiting, free);
      setShown(lookedAt(all));
      return all.find(({ isNew }) => isNew) ?? null;
    },
    look: (key) => setShown(lookedAt(next, key)),
    renew: (key) => {
      const pane = waiting.find(({ identity }) => paneKey(identity) === key);
      if (pane === undefined) return;
      setShown(next.map((row) => (row.key === key ? { ...row, pane, gone: false, asksAgain: false } : row)));
    },
  };
}
