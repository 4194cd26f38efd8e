import type { PaneList } from "../../core/protocol/lists/lists.ts";
import type { Context } from "../common/context.ts";
import { plain } from "./words.ts";

const LONGEST = 160;

/** Below a list: each unreachable target, on as many rows as it takes. */
export function noteTargetErrors(list: Parameters<typeof targetErrorLines>[0], { note }: Context): void {
  for (const line of targetErrorLines(list)) note(line);
}

/** One line per unreachable target; `target doctor` has the details. */
export function targetErrorLines({
  target_errors,
  generated_at,
}: Pick<PaneList, "target_errors" | "generated_at">): string[] {
  return target_errors.map(
    ({ target, error, since }) =>
      `${target} is out of reach since ${moment(since, generated_at)}: ${short(plain(error.message))} (agtmux target doctor ${target})`,
  );
}

function short(words: string): string {
  const [sentence = ""] = words.split(/\. |: run |; /);
  return sentence.length > LONGEST ? `${sentence.slice(0, LONGEST)}…` : sentence;
}

/** The time, with the date if it is not today. */
function moment(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const time = then.toTimeString().slice(0, 8);
  if (then.toDateString() === today.toDateString()) return time;
  const [month, day] = [then.getMonth() + 1, then.getDate()].map((n) => String(n).padStart(2, "0"));
  return `${then.getFullYear()}-${month}-${day} ${time}`;
}
