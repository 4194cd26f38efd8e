import { useId } from "react";
import { OUTCOMES } from "./audit-words.ts";

export const SPANS = [
  { value: "1h", words: "last hour", ms: 3_600_000 },
  { value: "1d", words: "last day", ms: 86_400_000 },
  { value: "7d", words: "last week", ms: 7 * 86_400_000 },
  { value: "all", words: "all that is kept", ms: null },
] as const;

interface Props {
  query: URLSearchParams;
  actions: readonly string[];
  onChange(changes: Record<string, string | null>): void;
}

export function AuditFilters({ query, actions, onChange }: Props) {
  const id = useId();
  const picks = [
    { name: "since", label: "From", usual: "1d", options: SPANS.map(({ value, words }) => [value, words] as const) },
    { name: "action", label: "Action", usual: "", options: [["", "all"], ...actions.map((each) => [each, each])] },
    {
      name: "outcome",
      label: "Outcome",
      usual: "",
      options: [["", "all"], ...Object.entries(OUTCOMES).map(([value, { word }]) => [value, word])],
    },
  ];
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
