import type { State } from "../../core/protocol/base/state.ts";
import { StateSymbol } from "../components/state-symbol.tsx";
import { STATE_LOOKS } from "../view/state-look.ts";

interface Props {
  counts: Partial<Record<State, number>>;
  chosen: ReadonlySet<State>;
  onToggle(state: State): void;
}

/** The number of panes per state; each chip toggles a filter by that state. */
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
          <StateSymbol look={state} />
          {counts[state] ?? 0} <span className="chip-words">{STATE_LOOKS[state].label}</span>
        </button>
      ))}
    </fieldset>
  );
}
