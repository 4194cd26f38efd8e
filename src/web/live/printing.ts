import type { PrintingMessage } from "../../core/protocol/lists/stream.ts";
import { paneKey } from "./fleet.ts";

/** Keys of the panes that are printing now. */
export type Printing = ReadonlySet<string>;

export const NOTHING_PRINTS: Printing = new Set();

export function applyPrinting(printing: Printing, { began, ended }: PrintingMessage): Printing {
  const next = new Set(printing);
  for (const pane of ended) next.delete(paneKey(pane));
  for (const pane of began) next.add(paneKey(pane));
  return next;
}
