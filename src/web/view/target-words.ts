import type { TargetError } from "../../core/protocol/lists.ts";
import { formatMoment } from "./format-moment.ts";

/** What to say of a target that does not answer; `now` decides whether the time alone tells since when. */
export function targetWords({ target, since }: TargetError, panes: number, now: number): string {
  return `${target} is out of reach since ${formatMoment(since, now)} — ${paneWords(panes)}`;
}

function paneWords(panes: number): string {
  if (panes === 0) return "its panes are not known";
  return panes === 1 ? "its pane is unknown" : `its ${panes} panes are unknown`;
}
