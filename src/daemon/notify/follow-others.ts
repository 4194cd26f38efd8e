import { notifiableOf } from "../../core/notify/plan.ts";
import type { PaneIdentity, PaneItem } from "../../core/protocol/lists/lists.ts";
import { attempt, type WorkReport } from "../base/failures.ts";
import type { FleetChange } from "../publish/fleet.ts";
import type { Store } from "../store/store.ts";
import type { Outbox } from "./outbox.ts";

export interface FollowDeps {
  store: Pick<Store, "transact">;
  /** The pane as it was before this change. */
  itemAt(target: string, paneId: string): PaneItem | undefined;
  failures: WorkReport;
}

/** Enters calls of other members' panes into the outbox, and drops those that are closed. */
export function followOthers(change: FleetChange, outbox: Outbox, { store, itemAt, failures }: FollowDeps): void {
  const was = ({ target, pane_id }: PaneIdentity) => itemAt(target, pane_id);
  const isCalling = (item: PaneItem | undefined) => notifiableOf(item) !== null;
  const changed = change.changed.filter((item) => isCalling(item) || isCalling(was(item.identity)));
  const removed = change.removed.filter((identity) => isCalling(was(identity)));
  if (changed.length + removed.length === 0) return;
  const note = (item: PaneItem) => {
    const before = was(item.identity);
    if (before === undefined) outbox.catchUp([item], () => 0);
    else outbox.handle(before, item, 0);
  };
  attempt(failures, "noting calls of other members", () =>
    store.transact(() => {
      for (const item of changed) note(item);
      for (const identity of removed) outbox.handle(was(identity), null, 0);
    }),
  );
}
