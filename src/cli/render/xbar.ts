import { canBeWoken } from "../../core/lists/can-be-woken.ts";
import { plainStatus } from "../../core/lists/status-line.ts";
import { groupBy } from "../../core/lists/tally.ts";
import { costWords, countWords } from "../../core/lists/usage-words.ts";
import { hasAdapter, nameOf, programOf } from "../../core/lists/who.ts";
import { shelfWords } from "../../core/protocol/events/shelves.ts";
import type { PaneItem, PaneList } from "../../core/protocol/lists/lists.ts";
import type { Used } from "../../core/protocol/lists/usage.ts";
import { shorten } from "../../core/text/width.ts";
import { count } from "./list-words.ts";
import { labelledMessageOf, limitedWords, nothingNewWords } from "./panes.ts";
import { itemSymbol, plain, shortAge, sinceOf } from "./words.ts";

const WIDTH = 60;

/** A menu in the format of xbar and SwiftBar: the bar's line, then who needs the person, then all sessions. */
export function xbarMenu(list: PaneList, command: string, dashboard: string | null, today: Used | null): string {
  const { items, generated_at: now } = list;
  const needy = items.filter(({ shelf }) => shelf !== null);
  const agents = items.filter(({ agent }) => agent !== null);
  const sessions = groupBy(agents, ({ identity }) => `${identity.target}/${identity.session_name}`);
  const row = (item: PaneItem) => paneRows(item, now, command);
  return [
    plainStatus(list) || "–",
    "---",
    ...(needy.length === 0 ? ["Nobody needs you"] : [shelfWords(list.summary.shelves), ...needy.flatMap(row)]),
    ...sessions.flatMap((panes) => ["---", sessionRow(panes), ...panes.flatMap(row)]),
    "---",
    ...(today === null || today.calls === 0 ? [] : [`${todayWords(today)} | ${run(command, ["usage"], true)}`]),
    ...(dashboard === null ? [] : [`Open the dashboard | href=${dashboard}`]),
    "Refresh | refresh=true",
  ].join("\n");
}

function todayWords({ cost, total }: Used): string {
  return ["Today:", costWords(cost), `${countWords(total)} tokens`].filter(Boolean).join(" ");
}

export function xbarDown(command: string): string {
  return [
    "–",
    "---",
    "No daemon is running",
    `Start it | ${run(command, ["daemon", "start"], false)} refresh=true`,
  ].join("\n");
}

/** A pane's line, and what can be done with it as a submenu. */
function paneRows(item: PaneItem, now: number, command: string): string[] {
  const began = sinceOf(item);
  const since = began === null ? "" : ` ${shortAge(now - began)}`;
  const said = limitedWords(item, now) || nothingNewWords(item, now) || labelledMessageOf(item);
  const choices = choicesFor(item);
  const words = `${itemSymbol(item)} ${safe(plain(`${nameOf(item)} [${programOf(item)}]`))}${since}  ${safe(shorten(said, WIDTH))}`;
  return [
    `${words} | ${run(command, choices[0][1], true)}`,
    ...choices.map(([label, does]) => `--${label} | ${run(command, does, true)}`),
  ];
}

type Choice = [label: string, does: string[]];

/** Only what would work now; the first one is also what a click on the pane's line does. */
function choicesFor(item: PaneItem): [Choice, ...Choice[]] {
  const { ref, agent, state, reason_code, limited } = item;
  const why: Choice = ["Why?", ["explain", ref]];
  if (reason_code === "target_unreachable" || reason_code === "member_unreachable") return [why];
  const isAsked = limited?.wakes_at != null;
  const wake: Choice = isAsked
    ? ["Do not go on after the limit", ["wake", ref, "--cancel"]]
    : ["Go on after the limit", ["wake", ref]];
  return [
    ["Go there", ["attach", ref]],
    ["Show its output", ["view-output", ref]],
    why,
    ...(canBeWoken(item) ? [wake] : []),
    ...(state === "running" && hasAdapter(agent) ? [["Interrupt its turn", ["interrupt", ref]] satisfies Choice] : []),
    ["End it", ["kill", ref, "--signal", "TERM"]],
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

/** Refs are percent-encoded, so only a path can need quotes. */
function quote(word: string): string {
  return /^[\w@%./:+-]+$/.test(word) ? word : `"${word.replaceAll('"', "")}"`;
}

/** A bar would start the parameters, and leading dashes a submenu. */
function safe(text: string): string {
  return text.replaceAll("|", "¦").replace(/^-+/, "");
}
