import type { State } from "../../core/protocol/state.ts";
import { STATE_LOOKS } from "../view/state-look.ts";

/** Colour sits here; the words for it are beside it, or hidden but read out. */
export function StateSymbol({ state }: { state: State }) {
  return (
    <span className="symbol" data-state={state} aria-hidden="true">
      {STATE_LOOKS[state].symbol}
    </span>
  );
}
