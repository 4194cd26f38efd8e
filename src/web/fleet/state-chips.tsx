import { StateSymbol } from "../components/state-symbol.tsx";
import { LOOKS, type Look } from "../view/state-look.ts";

interface Props {
  counts: Partial<Record<Look, number>>;
  chosen: ReadonlySet<Look>;
  onToggle(look: Look): void;
}

/** The number of panes per label of their rows; each chip toggles a filter by that label. */
export function StateChips({ counts, chosen, onToggle }: Props) {
  const looks = (Object.keys(LOOKS) as Look[]).filter((look) => counts[look] !== undefined || chosen.has(look));
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">Show only panes in these states</legend>
      {looks.map((look) => (
        <button
          key={look}
          type="button"
          className="chip"
          data-state={look}
          aria-pressed={chosen.has(look)}
          onClick={() => onToggle(look)}
        >
          <StateSymbol look={look} />
          {counts[look] ?? 0} <span className="chip-words">{LOOKS[look].label}</span>
        </button>
      ))}
    </fieldset>
  );
}
