import type { Pick } from "../parts/filter-picks.tsx";

export const GROUPINGS = ["day", "project", "agent", "model", "account", "member"] as const;

const DAYS = [
  ["1", "today"],
  ["7", "7 days"],
  ["30", "30 days"],
  ["400", "all that is kept"],
] as const;
const USUAL_DAYS = "30";

export const USAGE_PICKS: readonly Pick[] = [
  { name: "by", label: "By", usual: "day", options: GROUPINGS.map((each) => [each, each]) },
  { name: "days", label: "Of", usual: USUAL_DAYS, options: DAYS },
];

/** How many days the address asks for. */
export function daysIn(query: URLSearchParams): number {
  const [days] = DAYS.find(([value]) => value === query.get("days")) ?? [USUAL_DAYS];
  return Number(days);
}
