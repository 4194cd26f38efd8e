import { table } from "../markdown-table.ts";
import type { Change } from "./compare-results.ts";

/** The result of trying the newest version of one agent. */
export type Drift = { label: string; newest: string; tried: string | null } & (
  | { outcome: "same version" }
  | { outcome: "played"; situations: number; right: number; load: number; changes: readonly Change[] }
  /** It could not be installed, started or driven. */
  | { outcome: "failed"; why: string }
);

export function isWorse(drift: Drift): boolean {
  return drift.outcome === "failed" || (drift.outcome === "played" && drift.changes.some((change) => change.isWorse));
}

/** The report as Markdown, what got worse first. */
export function driftReport(drifts: readonly Drift[]): string {
  const sorted = [...drifts].sort((a, b) => Number(isWorse(b)) - Number(isWorse(a)));
  return ["# New versions of agents", ...sorted.map(section)].join("\n\n").concat("\n");
}

function section(drift: Drift): string {
  const { label, newest, tried } = drift;
  const title = `## ${label} ${newest}`;
  const last = tried === null ? "No version of it was tried before." : `The last one tried was ${tried}.`;
  switch (drift.outcome) {
    case "same version":
      return `${title}\n\nThis is the version that was tried last.`;
    case "failed":
      return `${title}\n\n${last} This one could not be tried:\n\n\`\`\`\n${drift.why.slice(0, LONGEST_REASON)}\n\`\`\``;
    case "played": {
      const { situations, right, load, changes } = drift;
      const sum = `${last} ${right} of ${situations} situations are right, at a load of ${load}.`;
      if (changes.length === 0) return `${title}\n\n${sum} Nothing has changed.`;
      const rows = changes.map(({ situation, before, now, isWorse }) => [
        situation,
        before,
        now,
        isWorse ? "worse" : "better",
      ]);
      return `${title}\n\n${sum}\n\n${table(["situation", tried ?? "before", newest, ""], rows)}`;
    }
    default:
      return drift satisfies never;
  }
}

const LONGEST_REASON = 3_000;
