import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** Orders panes by their position in tmux, never by state. */
export function byPlace(a: PaneItem, b: PaneItem): number {
  return (
    compareText(a.identity.target, b.identity.target) ||
    compareText(a.identity.session_name, b.identity.session_name) ||
    a.window_index - b.window_index ||
    a.pane_index - b.pane_index ||
    compareText(a.identity.pane_id, b.identity.pane_id)
  );
}

const collator = new Intl.Collator("en", { numeric: true });

/** Compares for equality first: most pairs are equal, and a collator is slow. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : collator.compare(a, b);
}
