import type { TargetError } from "../../core/protocol/lists/lists.ts";
import { formatMoment } from "./format-moment.ts";

/** The notice for an unreachable target, what it means and what happens next; `now` decides whether the date is needed. */
export function targetWords({ target, since }: TargetError, panes: number, now: number): string {
  return `${target} is out of reach since ${formatMoment(since, now)} — ${paneWords(panes)}`;
}

/** How often the daemon tries a target again, at the least. */
const RETRIED_WITHIN = "30 s";

/** Says what happens next, and what to do about it. */
export function targetAdvice({ target, error }: TargetError): string {
  const check =
    error.code === "E_SSH_LOGIN" || error.code === "E_SSH_HOST_KEY"
      ? `\`ssh ${target}\` in a terminal must log in without a question`
      : `\`agtmux target doctor ${target}\` says what is wrong`;
  return `Nothing was lost; it is tried again by itself, at least every ${RETRIED_WITHIN}. ${check}.`;
}

function paneWords(panes: number): string {
  if (panes === 0) return "its panes are not known";
  return panes === 1 ? "its pane is unknown" : `its ${panes} panes are unknown`;
}
