import type { ResumableItem, ResumeOutcome } from "../../core/protocol/actions/resume.ts";
import type { Look } from "./panes.ts";
import { table } from "./table.ts";
import { paint, plain, shortAge } from "./words.ts";

const HEAD = ["AGENT", "WHERE", "ENDED", "DIRECTORY", "REF", "COMMAND"];

/** One line per agent, with the full command, because people may type it by hand. */
export function renderResumable(
  items: readonly ResumableItem[],
  gone: ReadonlySet<string>,
  now: number,
  { colour }: Look,
): string {
  if (items.length === 0) return "Nothing can come back: no agent that told its session has ended.";
  const [header = [], ...lines] = table([HEAD, ...items.map((item) => rowOf(item, gone.has(item.ref), now))], null);
  return [paint(header.join("  ").trimEnd(), "1", colour), ...lines.map((line) => line.join("  ").trimEnd())].join(
    "\n",
  );
}

export function describeOutcome({ item, place, pane_id, started, error }: ResumeOutcome, dryRun: boolean): string {
  const who = `${item.agent} (${item.ref})`;
  if (error?.code === "E_WORKSPACE") return `${who} is skipped: ${plain(error.message)}`;
  if (error !== null) return `${who}: ${plain(error.message)} [${error.code}]`;
  const session = item.session_name === null ? "" : ` ${plain(item.session_name)}`;
  const where = {
    same_pane: `in its pane ${pane_id ?? item.pane_id}`,
    new_window: `in a new window of session${session}${pane_id === null ? "" : `, ${pane_id}`}`,
    new_session: `in a new session${session}${pane_id === null ? "" : `, ${pane_id}`}`,
  }[place ?? "same_pane"];
  const words = plain(item.command);
  if (dryRun) return `${who} would start ${where} on ${item.target}: ${words}`;
  if (started) return `${who} is back ${where} on ${item.target}: ${words}`;
  return `${who}: ${words} was typed ${where} on ${item.target}, but the agent has not been seen there yet: look at the pane`;
}

function rowOf(item: ResumableItem, isGone: boolean, now: number): string[] {
  return [
    item.agent,
    plain(`${item.target}/${item.session_name ?? "?"} ${item.pane_id}`),
    `${shortAge(now - item.ended_at)} ago${howOf(item)}`,
    `${plain(item.cwd ?? "?")}${isGone ? " (gone: skipped)" : ""}`,
    item.ref,
    plain(item.command),
  ];
}

function howOf({ exit_code, signal }: ResumableItem): string {
  if (signal !== null) return `, ${signal}`;
  return exit_code === null ? "" : `, code ${exit_code}`;
}
