import type { PaneItem, Summary } from "../protocol/lists/lists.ts";

/** The counts of a status bar, most urgent first: the shelves, and running agents. */
const SHOWN = [
  { symbol: "!", style: "fg=yellow", count: ({ shelves }: Counted) => shelves.blocked },
  { symbol: "•", style: "fg=cyan", count: ({ shelves }: Counted) => shelves.check },
  { symbol: "✓", style: "fg=green", count: ({ shelves }: Counted) => shelves.done },
  { symbol: "▶", style: "fg=blue", count: ({ by_state }: Counted) => by_state.running },
];

type Counted = Pick<Summary, "by_state" | "shelves">;

/** The input of a status bar: panes per shelf and state, and the panes with their reason codes. */
export interface StatusSource {
  summary: Counted;
  items: readonly Pick<PaneItem, "reason_code">[];
}

/** `!1 •2 ✓1 ▶3 1 suspended`; empty if there is nothing to show. */
export function plainStatus(source: StatusSource): string {
  return parts(source, (word) => word);
}

/** The same in tmux's colour markup. */
export function tmuxStatus(source: StatusSource): string {
  return parts(source, (word, style) => `#[${style}]${word}#[default]`);
}

function parts({ summary, items }: StatusSource, draw: (word: string, style: string) => string): string {
  const counts = SHOWN.filter(({ count }) => count(summary) > 0).map(({ symbol, style, count }) =>
    draw(`${symbol}${count(summary)}`, style),
  );
  // Shown although its state is `unknown`: a person has suspended the agent, and may have forgotten it.
  const suspended = items.filter(({ reason_code }) => reason_code === "suspended").length;
  return [...counts, ...(suspended === 0 ? [] : [`${suspended} suspended`])].join(" ");
}
