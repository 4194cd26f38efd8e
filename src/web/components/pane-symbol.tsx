import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { usePrinting } from "../live/use-live.ts";
import { lookOf } from "../view/state-look.ts";
import { StateSymbol } from "./state-symbol.tsx";

/** A pane's symbol; for a running pane it is animated while the pane prints. */
export function PaneSymbol({ pane }: { pane: PaneItem }) {
  const isPrinting = usePrinting(pane);
  const look = lookOf(pane);
  return <StateSymbol look={look} moves={isPrinting && look === "running"} />;
}
