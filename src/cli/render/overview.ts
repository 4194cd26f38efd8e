import type { DaemonStatus } from "../../core/protocol/daemon.ts";
import type { PaneItem, PaneList, Summary } from "../../core/protocol/lists.ts";
import { count, needWords } from "./list-words.ts";
import { type ListLook, messageOf, stateWords } from "./panes.ts";
import { displayWidth, shorten } from "./width.ts";
import { paint, paintState, plain, shortAge, stateSymbol } from "./words.ts";

const MOST = 5;
/** Longer commands do not push the words beside the others away. */
const LONGEST = 36;

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
    return [...head, others(summary, needy), next(nextFor(first))].filter((line) => line !== null).join("\n");
  }
  if (summary.agents > 0)
    return `${capital(needWords(0))}: ${agentWords(summary)}.\n\n${next([
      ["agtmux watch", "see them live"],
      ["agtmux list panes", "see them once"],
    ])}`;
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

function nextFor({ ref, attention }: PaneItem): [string, string][] {
  const asks = attention?.kind === "input" || attention?.kind === "approval";
  return [
    ["agtmux next", "go to the one that has waited longest"],
    ...(asks ? [[`agtmux send ${plain(ref)} --text "…"`, "answer it from here"] as [string, string]] : []),
    [`agtmux explain ${plain(ref)}`, "why it shows this"],
  ];
}

function others({ agents }: Summary, needy: readonly PaneItem[]): string | null {
  const rest = agents - needy.length;
  return rest > 0 ? `${count(rest, "other agent")} ${rest === 1 ? "does" : "do"} not need you.\n` : null;
}

function agentWords({ by_state, agents }: Summary): string {
  const doing = (["running", "completed", "idle"] as const).filter((state) => by_state[state] > 0);
  const words = doing.map((state) => `${by_state[state]} ${state}`).join(", ");
  return `${count(agents, "agent")}${words === "" ? "" : ` (${words})`}`;
}

function advice(what: string, commands: [string, string][]): string {
  return `${what}\n\n${next(commands)}`;
}

function next(commands: readonly [string, string][]): string {
  const width = Math.min(LONGEST, Math.max(...commands.map(([command]) => command.length)));
  return ["Next:", ...commands.map(([command, does]) => `  ${command.padEnd(width)}   ${does}`)].join("\n");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
