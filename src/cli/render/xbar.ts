import { plainStatus } from "../../core/lists/status-line.ts";
import { groupBy } from "../../core/lists/tally.ts";
import type { PaneItem, PaneList } from "../../core/protocol/lists.ts";
import { count, needWords } from "./list-words.ts";
import { messageOf, stateWords } from "./panes.ts";
import { shorten } from "./width.ts";
import { plain, shortAge, stateSymbol } from "./words.ts";

const WIDTH = 60;

/** A menu as xbar and SwiftBar read it: the line in the bar, then who needs you, then session by session. */
export function xbarMenu(list: PaneList, command: string, dashboard: string | null): string {
  const { items, summary, generated_at: now } = list;
  const needy = items.filter(({ attention }) => attention !== null);
  const agents = items.filter(({ agent }) => agent !== null);
  const sessions = groupBy(agents, ({ identity }) => `${identity.target}/${identity.session_name}`);
  const row = (item: PaneItem) => paneRows(item, now, command);
  return [
    plainStatus(summary) || "–",
    "---",
    ...(needy.length === 0 ? ["Nobody needs you"] : [`${needWords(needy.length)}`, ...needy.flatMap(row)]),
    ...sessions.flatMap((panes) => ["---", sessionRow(panes), ...panes.flatMap(row)]),
    "---",
    ...(dashboard === null ? [] : [`Open the dashboard | href=${dashboard}`]),
    "Refresh | refresh=true",
  ].join("\n");
}

export function xbarDown(command: string): string {
  return [
    "–",
    "---",
    "No daemon is running",
    `Start it | ${run(command, ["daemon", "start"], false)} refresh=true`,
  ].join("\n");
}

/** What can be done with it is in its submenu. */
function paneRows(item: PaneItem, now: number, command: string): string[] {
  const since = item.since === null ? "" : ` ${shortAge(now - item.since)}`;
  const said = messageOf(item) || stateWords(item);
  return [
    `${stateSymbol(item.state)} ${item.agent ?? "-"}${since}  ${safe(shorten(said, WIDTH))} | ${run(command, ["attach", item.ref], true)}`,
    `--Go there | ${run(command, ["attach", item.ref], true)}`,
    `--Show its output | ${run(command, ["view-output", item.ref], true)}`,
    `--Why? | ${run(command, ["explain", item.ref], true)}`,
    `--Interrupt it | ${run(command, ["kill", item.ref], true)}`,
  ];
}

function sessionRow(panes: readonly PaneItem[]): string {
  const [first] = panes;
  const name = first === undefined ? "" : `${first.identity.target}/${first.identity.session_name}`;
  return `${safe(plain(name))}: ${count(panes.length, "agent")}`;
}

function run(command: string, words: readonly string[], terminal: boolean): string {
  const parameters = words.map((word, index) => `param${index + 1}=${quote(word)}`);
  return [`shell=${quote(command)}`, ...parameters, `terminal=${terminal}`].join(" ");
}

/** Refs are percent-encoded; only a path may have what needs quotes. */
function quote(word: string): string {
  return /^[\w@%./:+-]+$/.test(word) ? word : `"${word.replaceAll('"', "")}"`;
}

/** A bar begins the parameters, and dashes a submenu. */
function safe(text: string): string {
  return text.replaceAll("|", "¦").replace(/^-+/, "");
}
