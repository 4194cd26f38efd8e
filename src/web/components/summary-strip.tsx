import type { Summary } from "../../core/protocol/lists.ts";
import type { State } from "../../core/protocol/state.ts";
import { STATE_LOOKS } from "../view/state-look.ts";

export function SummaryStrip({ summary }: { summary: Summary }) {
  const present = (Object.keys(STATE_LOOKS) as State[]).filter((state) => summary.by_state[state] > 0);
  return (
    <ul className="summary" aria-label="Panes by state">
      {present.map((state) => (
        <li key={state} data-state={state}>
          <span className="symbol" aria-hidden="true">
            {STATE_LOOKS[state].symbol}
          </span>
          {summary.by_state[state]} {STATE_LOOKS[state].label}
        </li>
      ))}
    </ul>
  );
}
