import type { Summary } from "../protocol/lists.ts";
import { STATE_SYMBOLS } from "../protocol/state-names.ts";

/** What is worth a place in a status bar, loudest first. */
const SHOWN = ["error", "waiting_approval", "waiting_input", "running", "completed"] as const;

const STYLES: Record<(typeof SHOWN)[number], string> = {
  error: "fg=red",
  waiting_approval: "fg=yellow",
  waiting_input: "fg=yellow",
  running: "fg=blue",
  completed: "fg=green",
};

/** `!1 ?2 ▶3`; nothing where there is nothing to tell. */
export function plainStatus({ by_state }: Pick<Summary, "by_state">): string {
  return parts(by_state, (word) => word);
}

/** The same as tmux draws it in colour. */
export function tmuxStatus({ by_state }: Pick<Summary, "by_state">): string {
  return parts(by_state, (word, state) => `#[${STYLES[state]}]${word}#[default]`);
}

function parts(counts: Summary["by_state"], draw: (word: string, state: (typeof SHOWN)[number]) => string): string {
  return SHOWN.filter((state) => counts[state] > 0)
    .map((state) => draw(`${STATE_SYMBOLS[state]}${counts[state]}`, state))
    .join(" ");
}
