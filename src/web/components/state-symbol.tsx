import { type Look, symbolOf } from "../view/state-look.ts";

/** Colour sits here; the words for it are beside it, or hidden but read out. */
export function StateSymbol({ look, moves = false }: { look: Look; moves?: boolean }) {
  return (
    <span className="symbol" data-state={look} data-moves={moves} aria-hidden="true">
      {symbolOf(look)}
    </span>
  );
}
