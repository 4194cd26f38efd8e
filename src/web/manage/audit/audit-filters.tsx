import { FilterPicks, type Pick } from "../parts/filter-picks.tsx";
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
  const picks: Pick[] = [
    { name: "since", label: "From", usual: "1d", options: SPANS.map(({ value, words }) => [value, words]) },
    {
      name: "action",
      label: "Action",
      usual: "",
      options: [["", "all"], ...actions.map((each) => [each, each] as const)],
    },
    {
      name: "outcome",
      label: "Outcome",
      usual: "",
      options: [["", "all"], ...Object.entries(OUTCOMES).map(([value, { word }]) => [value, word] as const)],
    },
  ];
  return <FilterPicks picks={picks} query={query} onChange={onChange} />;
}
