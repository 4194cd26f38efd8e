import { useMemo, useState } from "react";
import type { Fleet } from "../live/fleet.ts";
import { longestWaiting } from "../view/arrange.ts";
import { isSame, lookedAt, type Shown, settle } from "../view/settle.ts";

export interface Inbox {
  rows: Shown[];
  /** How many came since somebody last looked. */
  fresh: number;
  /** Somebody has moved on: what waited for that is done now. */
  moveOn(): void;
  /** Somebody has looked at this row, or at all of them. */
  look(key?: string): void;
}

/** The rows of the inbox: who waits, held still while somebody is at them. */
export function useInbox(fleet: Fleet | null, held: boolean, keep: string | null): Inbox {
  const waiting = useMemo(() => longestWaiting(fleet?.panes.values() ?? []), [fleet?.panes]);
  const [isFirst, setFirst] = useState(true);
  const [shown, setShown] = useState<Shown[]>([]);
  const next = settle(shown, waiting, { held, keep, first: isFirst });
  // idempotent, so that this ends at once
  if (!isSame(next, shown)) setShown(next);
  if (isFirst && fleet !== null) setFirst(false);
  return {
    rows: next,
    fresh: next.filter(({ isNew }) => isNew).length,
    moveOn: () => setShown(lookedAt(settle(next, waiting, { held: false, keep: null, first: false }))),
    look: (key) => setShown(lookedAt(next, key)),
  };
}
