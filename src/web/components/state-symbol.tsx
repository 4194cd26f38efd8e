import type { Look } from "../view/state-look.ts";
import { SYMBOLS } from "../view/symbols.ts";

/** Only the colour and symbol; the state's name is beside it or visually hidden, for screen readers. */
export function StateSymbol({ look, moves = false }: { look: Look; moves?: boolean }) {
  const { filled, lines, dashes = false } = SYMBOLS[look];
  return (
    <span className="symbol" data-state={look} data-moves={moves}>
      <svg width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
        {filled !== undefined && <path className="symbol-shape" d={filled} />}
        {lines !== "" && (
          <path className={filled === undefined ? "symbol-lines" : "symbol-cut"} data-dashes={dashes} d={lines} />
        )}
      </svg>
    </span>
  );
}
