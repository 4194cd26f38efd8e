import { SHELL } from "../../core/adapter/shell-names.ts";
import { isFar } from "../../core/fleet/is-far.ts";
import { type Reach, reachOf } from "../../core/fleet/reach.ts";
import { canBeWoken } from "../../core/lists/can-be-woken.ts";
import { nameOf, programOf, workplaceOf } from "../../core/lists/who.ts";
import type { Question } from "../../core/protocol/actions/questions.ts";
import type { DaemonStatus } from "../../core/protocol/daemon/daemon.ts";
import { shelfWords } from "../../core/protocol/events/shelves.ts";
import type { MemberItem } from "../../core/protocol/fleet/fleet.ts";
import type { PaneItem, PaneList } from "../../core/protocol/lists/lists.ts";
import { displayWidth, shorten, wrap } from "../../core/text/width.ts";
import { count } from "./list-words.ts";
import { type ListLook, labelledMessageOf, limitedWords, messageOf, shortRef } from "./panes.ts";
import { itemSymbol, paint, paintState, plain, shortAge, sinceOf } from "./words.ts";

/** How many are shown that are not blocked. */
const MOST = 5;
const INDENT = "   ";
/** Longer commands do not widen the column of commands. */
const LONGEST = 44;

/** Agents that do not signal may need the person too, so this does not claim that none does. */
const NOT_KNOWN = "Nobody is known to need you";

type Advice = [command: string, does: string];

export const NO_DAEMON = advice("No daemon is running, so nobody watches your panes.", [
  ["agtmux daemon start", "watch tmux from now on, and get the dashboard's link"],
  ["agtmux help", "all there is"],
]);

/** Shown together with the panes: their open questions, the members of the fleet, and the daemon's problems. */
export interface Beside {
  questions: readonly Question[];
  /** Empty if no pane of another member needs the person. */
  members: readonly MemberItem[];
  problems: DaemonStatus["problems"];
}

/** Lists the panes that need the person, in the order by need and with all blocked ones, and what to type next. */
export function renderOverview(list: PaneList, { questions, members, problems }: Beside, look: ListLook): string {
  const { summary, items, generated_at: now } = list;
  const needy = items.filter(({ shelf }) => shelf !== null);
  const blocked = needy.filter(({ shelf }) => shelf === "blocked");
  const calm = needy.filter(({ shelf }) => shelf !== "blocked");
  const [first] = needy;
  if (first !== undefined) {
    const rest = calm.length > MOST ? [`… and ${calm.length - MOST} more who are not blocked`] : [];
    const questionOf = ({ runtime_id }: PaneItem) => questions.find((each) => each.runtime_id === runtime_id);
    const rows = [
      ...blocked.flatMap((item) => {
        const command = answerCommand(item, questionOf(item), shortRef(item, items), reachOf(item.identity, members));
        return blockedLines(item, questionOf(item), command, items, now, look);
      }),
      ...calm.slice(0, MOST).flatMap((item) => needyLines(item, items, now, look)),
    ];
    const head = [paint(capital(shelfWords(summary.shelves)), "1", look.colour), "", ...rows, ...rest, ""];
    return [...head, others(items), next(nextFor(first, items, members))].filter((line) => line !== null).join("\n");
  }
  if (summary.agents > 0) {
    const silent = items.filter((item) => item.agent !== null && item.state === "unknown");
    return advice(`${silent.length === 0 ? capital(shelfWords(summary.shelves)) : NOT_KNOWN}: ${agentWords(items)}.`, [
      ["agtmux watch", "see them live"],
      ["agtmux list panes", "see them once"],
      ...(silent.length === 0 ? [] : [["agtmux doctor", "why some agents are not heard, and how to fix it"] as Advice]),
    ]);
  }
  if (summary.panes > 0)
    return advice(`No agent is running in ${count(summary.panes, "pane")}.`, [
      ["claude", "start one in any pane: agents are recognised by themselves"],
      ["agtmux integrate", "have agents tell by hooks what happens, which is faster and surer"],
      [`eval "$(agtmux env)"`, "in a pane: let any other program signal"],
    ]);
  const why = problems.map(({ message }) => capital(plain(message))).join("\n") || "No tmux session is open.";
  return advice(why, [
    ["tmux new -s work", "open one: it shows here by itself"],
    ["agtmux daemon status", "what the daemon watches"],
  ]);
}

/** Two lines: name, waiting time and ref; then the message. */
function needyLines(item: PaneItem, items: readonly PaneItem[], now: number, look: ListLook): string[] {
  const said = saidBy(item, now);
  const room = look.columns === null ? displayWidth(said) : look.columns - INDENT.length;
  return [headLine(item, items, now, look), `${INDENT}${shorten(said, Math.max(8, room))}`];
}

function saidBy(item: PaneItem, now: number): string {
  return item.limited ? [limitedWords(item, now), messageOf(item)].filter(Boolean).join("; ") : labelledMessageOf(item);
}

/** Everything that it asks, its choices, and the command that answers. */
function blockedLines(
  item: PaneItem,
  question: Question | undefined,
  command: string,
  items: readonly PaneItem[],
  now: number,
  look: ListLook,
): string[] {
  const said = saidBy(item, now);
  const detail = plain(question?.detail?.split("\n")[0] ?? "");
  const asked = [
    said,
    ...(detail === "" || said.includes(detail) ? [] : [detail]),
    ...(question?.options ?? []).map(({ label }, index) => `${index + 1}. ${plain(label)}`),
  ];
  return [headLine(item, items, now, look), ...asked.flatMap((line) => wrapped(line, look)), `${INDENT}→ ${command}`];
}

function answerCommand(item: PaneItem, question: Question | undefined, ref: string, reach: Reach): string {
  const kind = question?.kind ?? item.attention?.kind;
  if (kind === "limited" && item.limited?.wakes_at == null && canBeWoken(item) && !isFar(item.identity))
    return `agtmux wake ${ref}   (to go on after the reset)`;
  if (kind === "error" || kind === "limited") return lookCommand(item, ref, reach);
  if (!reach.answer) return `${lookCommand(item, ref, reach)}   (${item.identity.member} lets nobody answer from here)`;
  if (isAtShell(item)) return `agtmux answer ${ref} --close   (a shell asked: what it wants is typed there)`;
  if (kind === "approval") return `agtmux answer ${ref} yes   (or no)`;
  return (question?.options ?? []).length > 0
    ? `agtmux answer ${ref} 1   (or another number)`
    : `agtmux answer ${ref} "…"`;
}

function lookCommand({ identity }: PaneItem, ref: string, { viewOutput, explain }: Reach): string {
  if (viewOutput) return `agtmux view-output ${ref}`;
  return explain ? `agtmux explain ${ref}` : `look at it on ${identity.member}`;
}

/** A shell that asked by a signal: nothing may be typed there, since it would run it. */
function isAtShell({ agent, command }: PaneItem): boolean {
  return agent === "generic" && SHELL.test(command);
}

/** The row's first line: name, waiting time, and the short ref that commands take. */
function headLine(
  item: PaneItem,
  items: readonly PaneItem[],
  now: number,
  { columns, colour, symbols }: ListLook,
): string {
  const symbol = symbols ? `${itemSymbol(item)}  ` : "";
  const end = `  ${shortAge(now - (sinceOf(item) ?? now))}  ${shortRef(item, items)}`;
  const room = columns === null ? Number.POSITIVE_INFINITY : Math.max(8, columns - displayWidth(symbol + end));
  const name = shorten(plain(nameOf(item)), room);
  const rest = shorten(` [${plain(programOf(item))}] ${plain(workplaceOf(item))}`, room - displayWidth(name));
  return `${paintState(symbol + name, item.state, colour)}${rest}${end}`;
}

function wrapped(text: string, { columns }: ListLook): string[] {
  const rows = columns === null ? [text] : wrap(text, Math.max(20, columns - INDENT.length));
  return rows.map((row) => `${INDENT}${row.trimEnd()}`);
}

function nextFor(item: PaneItem, items: readonly PaneItem[], members: readonly MemberItem[]): Advice[] {
  const ref = shortRef(item, items);
  const { viewOutput, explain } = reachOf(item.identity, members);
  const look: Advice[] = [
    ...(viewOutput ? [[`agtmux view-output ${ref}`, "what is on its screen"] as Advice] : []),
    ...(explain ? [[`agtmux explain ${ref}`, "why it shows this"] as Advice] : []),
  ];
  return [["agtmux next", "go to the first, then to the next"], ...look];
}

function others(items: readonly PaneItem[]): string | null {
  const rest = items.filter(({ agent, shelf }) => agent !== null && shelf === null);
  return rest.length > 0 ? `${agentWords(rest, "other agent")}.\n` : null;
}

/** Those that asked or failed were put off or seen. */
const STATE_WORDS: Record<PaneItem["state"], string> = {
  running: "running",
  waiting_approval: "wants approval",
  waiting_input: "asks",
  error: "failed",
  completed: "completed",
  idle: "idle",
  unknown: "unknown",
};

function agentWords(items: readonly PaneItem[], thing = "agent"): string {
  const agents = items.filter(({ agent }) => agent !== null);
  const words = Object.entries(STATE_WORDS).flatMap(([state, name]) => {
    const many = agents.filter((item) => item.state === state && !item.limited).length;
    return many === 0 ? [] : [`${many} ${name}`];
  });
  const limited = agents.filter((item) => item.limited).length;
  if (limited > 0) words.push(`${limited} limited`);
  return `${count(agents.length, thing)}${words.length === 0 ? "" : ` (${words.join(", ")})`}`;
}

function advice(what: string, commands: readonly Advice[]): string {
  return `${what}\n\n${next(commands)}`;
}

function next(commands: readonly Advice[]): string {
  const width = Math.min(LONGEST, Math.max(...commands.map(([command]) => command.length)));
  return ["Next:", ...commands.map(([command, does]) => `  ${command.padEnd(width)}   ${does}`)].join("\n");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
