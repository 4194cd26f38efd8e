import { useId } from "react";

export interface Pick {
  /** In the address. */
  name: string;
  label: string;
  /** Picked if the address does not say. */
  usual: string;
  options: readonly (readonly [value: string, words: string])[];
}

interface Props {
  picks: readonly Pick[];
  query: URLSearchParams;
  onChange(changes: Record<string, string | null>): void;
}

/** Filters that are picked from lists, and kept in the address. */
export function FilterPicks({ picks, query, onChange }: Props) {
  const id = useId();
  return (
    <div className="filters">
      {picks.map(({ name, label, usual, options }) => (
        <div key={name} className="filter">
          <label htmlFor={`${id}-${name}`}>{label}</label>
          <select
            id={`${id}-${name}`}
            value={query.get(name) ?? usual}
            onChange={({ target: { value } }) => onChange({ [name]: value === usual ? null : value })}
          >
            {options.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </div>
      ))}
    </div>
  );
}
