import type { CheckItem } from "../../core/protocol/actions/checks.ts";
import { plain, shortAge } from "./words.ts";

/** One line for each check; the last lines of one that failed below it. */
export function renderChecks(checks: readonly CheckItem[], now: number): string {
  return checks.flatMap((check) => [checkLine(check, now), ...saidBy(check)]).join("\n");
}

export function checkLine(
  { name, command, state, code, began_at, ended_at, is_stale }: CheckItem,
  now: number,
): string {
  const about = `check ${plain(name)} (${plain(command)})`;
  if (state === "never" || began_at === null) return `${about}: not run yet`;
  if (ended_at === null) return `${about}: running for ${shortAge(now - began_at)}`;
  const how = state === "failed" ? `failed with ${code}` : state === "lost" ? "it is not known how it ended" : "passed";
  return `${about}: ${how}, ${shortAge(now - ended_at)} ago${is_stale ? ", and files have changed since" : ""}`;
}

function saidBy({ state, lines }: CheckItem): string[] {
  return state === "failed" || state === "lost" ? lines.map((line) => `  ${plain(line)}`) : [];
}
