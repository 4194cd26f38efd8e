import { nameOf, programOf } from "../../core/lists/who.ts";
import { compareShelved, shelfPlaceOf } from "../../core/protocol/events/shelves.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { panePath } from "../common/route.ts";
import { targetSession } from "../view/arrange.ts";
import { rowLabel } from "../view/state-look.ts";

export interface PaletteItem {
  /** Unique key. */
  value: string;
  /** The text that is searched and shown. */
  label: string;
  hint: string;
  /** The hint is a key, to be hidden on touch devices. */
  isKey?: true;
  run(): void;
}

export interface PaletteGroup {
  value: string;
  items: PaletteItem[];
}

/** Panes to open, in the order of their shelves. They cannot be answered here: one line cannot show what an answer is for. */
export function paneItems(panes: Iterable<PaneItem>, go: (path: string) => void): PaletteItem[] {
  return [...panes]
    .filter(({ agent, attention }) => agent !== null || attention !== null)
    .sort((a, b) => compareShelved(shelfPlaceOf(a), shelfPlaceOf(b)))
    .map((pane) => ({
      value: `pane ${pane.identity.target} ${pane.identity.pane_id}`,
      label: `${nameOf(pane)} · ${programOf(pane)} · ${targetSession(pane)} ${pane.identity.pane_id}`,
      hint: rowLabel(pane),
      run: () => go(panePath(pane.identity)),
    }));
}
