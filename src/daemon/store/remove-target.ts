import type { Store } from "./store.ts";

type Parts = Pick<Store, "panes" | "removePane" | "states" | "removeState"> & {
  deleteTarget(targetId: string): void;
};

/** Built on the store's other methods: removing a target is rare and manual, so it need not be fast. */
export function targetRemover(store: Parts): Store["removeTarget"] {
  return (targetId) => {
    for (const pane of store.panes()) if (pane.target_id === targetId) store.removePane(targetId, pane.pane_id);
    let last: number | null = null;
    for (const { identity } of store.states())
      if (identity.target === targetId) last = store.removeState(targetId, identity.pane_id);
    store.deleteTarget(targetId);
    return last;
  };
}
