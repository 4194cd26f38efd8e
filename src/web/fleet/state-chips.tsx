import type { State } from "../../core/protocol/state.ts";
import { STATE_LOOKS } from "../view/state-look.ts";

interface Props {
  counts: Partial<Record<State, number>>;
  chosen: ReadonlySet<State>;
  onToggle(state: State): void;
}

/** How many are in each state; pressed, only those are shown. */
export function StateChips({ counts, chosen, onToggle }: Props) {
  const states = (Object.keys(STATE_LOOKS) as State[]).filter(
    (state) => counts[state] !== undefined || chosen.has(state),
  );
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">Show only panes in these states</legend>
      {states.map((state) => (
        <button
          key={state}
          type="button"
          className="chip"
          data-state={state}
          aria-pressed={chosen.has(state)}
          onClick={() => onToggle(state)}
        >
          <span className="symbol" aria-hidden="true">
            {STATE_LOOKS[state].symbol}
          </span>
          {counts[state] ?? 0} <span className="chip-words">{STATE_LOOKS[state].label}</span>
        </button>
      ))}
    </fieldset>
  );
}
