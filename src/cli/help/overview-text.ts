import { COMMAND_GROUPS } from "../tables/command-groups.ts";
import { GLOBAL_OPTIONS } from "../tables/shared-options.ts";
import { definitions, textBlocks } from "./help-text.ts";
import { type Definition, optionDefinitions } from "./table-parts.ts";

export const TITLE = "every coding agent in your tmux panes, and who needs you";

const FIRST_STEPS: readonly Definition[] = [
  ["agtmux daemon start", "watch tmux from now on, and print the dashboard's link"],
  ["agtmux integrate", "add hooks to agents' settings, so that they report what they do"],
  ["agtmux", "show who needs you now, and what to type next"],
  ["agtmux watch", "follow all agents live"],
  ["agtmux list panes", "list all agents, each with its ref"],
  ["agtmux next", "go to the next agent that needs you"],
  ["agtmux attach claude", "go to this agent; the prefix key and d bring you back"],
  ["agtmux questions", "list what agents ask you; 'agtmux answer claude yes' answers"],
  ['agtmux send claude --text "…"', "type a text for this agent"],
  ["agtmux explain claude", "show why this agent has the state that it has"],
  ["agtmux target add vm", "watch the tmux of another machine too"],
];

const REFS = `A <ref> is what 'agtmux list panes' shows under PANE, or any name that only one pane has: an agent (claude), a session (api), a
window that you named (login), one of them on a target (vm1/api), or a pane (%12).`;

export const ENVIRONMENT: readonly Definition[] = [
  ["AGTMUX_HOME", "the home, and with it the daemon that commands talk to; the default is ~/.agtmux"],
  ["AGTMUX_TMUX_SOCKET", "the tmux server that the daemon watches on this machine (tmux -L NAME)"],
  ["NO_COLOR", "if it is set, there are no colours"],
];

const LAST = `'agtmux help <command>' or 'agtmux <command> --help' tells more about a command, and 'agtmux help exit-codes' lists the exit codes. If the
daemon could not read or do something, daemon.log in the home says why.`;

/** `agtmux help`. */
export function overviewText(width: number): string {
  const groups = Object.entries(COMMAND_GROUPS).map(
    ([heading, tables]) =>
      `${heading}:\n${definitions(
        tables.map(({ name, summary }) => [name === "overview" ? "agtmux" : name, summary]),
        width,
      )}`,
  );
  return [
    `agtmux: ${TITLE}`,
    definitions(FIRST_STEPS, width),
    ...textBlocks(REFS, width),
    ...groups,
    `Options of every command:\n${definitions(optionDefinitions(GLOBAL_OPTIONS), width)}`,
    `Variables:\n${definitions(ENVIRONMENT, width)}`,
    ...textBlocks(LAST, width),
  ].join("\n\n");
}
