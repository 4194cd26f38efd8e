import type { PaneList } from "../../core/protocol/lists.ts";
import { plain } from "./words.ts";

/** One line for each target that does not answer. */
export function targetErrorLines({ target_errors, generated_at }: PaneList): string[] {
  return target_errors.map(
    ({ target, error, since }) =>
      `${target} does not answer since ${moment(since, generated_at)}: ${plain(error.message)} — its panes are unknown`,
  );
}

/** The time; with its date where that is another day's. */
function moment(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const time = then.toTimeString().slice(0, 8);
  if (then.toDateString() === today.toDateString()) return time;
  const [month, day] = [then.getMonth() + 1, then.getDate()].map((n) => String(n).padStart(2, "0"));
  return `${then.getFullYear()}-${month}-${day} ${time}`;
}
