import type { PaneItem } from "../../core/protocol/lists.ts";
import { usePrinting } from "../live/use-live.ts";
import { lookOf } from "../view/state-look.ts";
import { StateSymbol } from "./state-symbol.tsx";

/** A pane's symbol; that of a running one moves while something is printed there. */
export function PaneSymbol({ pane }: { pane: PaneItem }) {
  const isPrinting = usePrinting(pane);
  const look = lookOf(pane);
  return <StateSymbol look={look} moves={isPrinting && look === "running"} />;
}
