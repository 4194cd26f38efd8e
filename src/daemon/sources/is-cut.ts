import type { OutputStart } from "../targets/pipes/pane-output.ts";
import { SPLICE_LINES } from "../targets/pipes/pane-tap.ts";

/** Whether lines may have scrolled away above the first row: more than a splice captures, or than tmux keeps. */
export function isCut({ history, historyLimit }: OutputStart): boolean {
  // at its limit, tmux drops a tenth of the history at a time
  const fewestOfFull = historyLimit - Math.max(1, Math.floor(historyLimit / 10));
  return history > SPLICE_LINES || history >= fewestOfFull;
}
