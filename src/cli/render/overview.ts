import type { DaemonStatus } from "../../core/protocol/daemon.ts";
import type { PaneItem, PaneList } from "../../core/protocol/lists.ts";
import { count, needWords } from "./list-words.ts";
import { type ListLook, messageOf, stateWords } from "./panes.ts";
import { displayWidth, shorten } from "./width.ts";
import { paint, paintState, plain, shortAge, stateSymbol } from "./words.ts";

const MOST = 5;
/** Longer commands do not push the words beside the others away. */
const LONGEST = 44;

/** Who says nothing may need you all the same. */
const NOT_KNOWN = "Nobody is known to need you";

type Advice = [command: string, does: string];

export const NO_DAEMON = advice("No daemon is running, so nobody watches your panes.", [
  ["agtmux daemon start", "watch tmux from now on, and get the dashboard's link"],
  ["agtmux help", "all there is"],
]);

/** What needs the person now, longest waiting first, and what to type next. */
export function renderOverview(list: PaneList, problems: DaemonStatus["problems"], look: ListLook): string {
  const { summary, items, generated_at: now } = list;
  const needy = items.filter(({ attention }) => attention !== null);
  const [first] = needy;
  if (first !== undefined) {
    const rest = needy.length > MOST ? [`… and ${needy.length - MOST} more`] : [];
    const rows = needy.slice(0, MOST).flatMap((item) => needyLines(item, now, look));
    const head = [paint(capital(needWords(needy.length)), "1", look.colour), "", ...rows, ...rest, ""];
    return [...head, others(items), next(nextFor(first, items))].filter((line) => line !== null).join("\n");
  }
  if (summary.agents > 0) {
    const silent = items.filter((item) => item.agent !== null && item.state === "unknown");
    return advice(`${silent.length === 0 ? capital(needWords(0)) : NOT_KNOWN}: ${agentWords(items)}.`, [
      ["agtmux watch", "see them live"],
      ["agtmux list panes", "see them once"],
      ...(silent.length === 0 ? [] : [["agtmux doctor", "why nothing is heard of some, and what mends it"] as Advice]),
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

/** Who, since when and where; what is asked, on a line of its own. */
function needyLines(item: PaneItem, now: number, { columns, colour, symbols }: ListLook): string[] {
  const since = item.attention?.raised_at ?? item.since ?? now;
  const who = paintState(`${symbols ? `${stateSymbol(item.state)}  ` : ""}${item.agent ?? "-"}`, item.state, colour);
  const asks = messageOf(item) || stateWords(item);
  const room = columns === null ? displayWidth(asks) : columns - 3;
  return [`${who}  ${shortAge(now - since)}  ${plain(item.ref)}`, `   ${shorten(asks, Math.max(8, room))}`];
}

function nextFor(item: PaneItem, items: readonly PaneItem[]): Advice[] {
  const { attention } = item;
  const ref = shortRef(item, items);
  const asks = attention?.kind === "input" || attention?.kind === "approval";
  return [
    ["agtmux next", "go to the one that has waited longest"],
    ...(asks ? [[`agtmux answer ${ref}`, "what it asks, and how to answer from here"] as Advice] : []),
    [`agtmux view-output ${ref}`, "what is on its screen"],
    [`agtmux explain ${ref}`, "why it shows this"],
  ];
}

/** The pane's own id, where no other tmux server has one of that name. */
function shortRef({ ref, identity }: PaneItem, items: readonly PaneItem[]): string {
  const namesakes = items.filter((item) => item.identity.pane_id === identity.pane_id);
  return namesakes.length === 1 ? identity.pane_id : plain(ref);
}

function others(items: readonly PaneItem[]): string | null {
  const rest = items.filter(({ agent, attention }) => agent !== null && attention === null);
  return rest.length > 0 ? `${agentWords(rest, "other agent")}.\n` : null;
}

function agentWords(items: readonly PaneItem[], thing = "agent"): string {
  const agents = items.filter(({ agent }) => agent !== null);
  const words = (["running", "completed", "idle", "unknown"] as const).flatMap((state) => {
    const many = agents.filter((item) => item.state === state).length;
    return many === 0 ? [] : [`${many} ${state}`];
  });
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
