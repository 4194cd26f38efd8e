import type { TargetError } from "../../core/protocol/lists.ts";

/** What to say of a target that does not answer; `now` decides whether the time alone tells since when. */
export function targetWords({ target, since }: TargetError, panes: number, now: number): string {
  return `${target} is out of reach since ${moment(since, now)} — ${paneWords(panes)}`;
}

function paneWords(panes: number): string {
  if (panes === 0) return "its panes are not known";
  return panes === 1 ? "its pane is unknown" : `its ${panes} panes are unknown`;
}

function moment(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const time = `${twoDigits(then.getHours())}:${twoDigits(then.getMinutes())}`;
  if (then.toDateString() === today.toDateString()) return time;
  return `${then.getFullYear()}-${twoDigits(then.getMonth() + 1)}-${twoDigits(then.getDate())} ${time}`;
}

function twoDigits(n: number): string {
  return String(n).padStart(2, "0");
}
