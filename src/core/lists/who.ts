import type { ToldChanges } from "../protocol/lists/doing.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";
import { backgroundWords } from "./background-words.ts";
import { checkWords } from "./check-words.ts";
import { queueWords } from "./queue-words.ts";
import { teammatesWords } from "./team.ts";

type Named = Pick<PaneItem, "agent" | "command">;

/** The agent's name; one without an adapter is called by its program. */
export function programOf({ agent, command }: Named): string {
  return hasAdapter(agent) ? agent : command || "a program";
}

/** Whether it is an agent whose keys and dialogs agtmux knows. */
export function hasAdapter(agent: string | null): agent is string {
  return agent !== null && agent !== NO_ADAPTER;
}

/** The name of a pane for people: of a teammate its own; its task, else the window that was given a name, else the session. */
export function nameOf(pane: Named & Pick<PaneItem, "signal" | "window_name" | "identity" | "teammate">): string {
  const { signal, window_name, identity, teammate } = pane;
  if (teammate !== undefined) return `@${teammate.name}`;
  if (signal?.task_title) return signal.task_title;
  return isGivenName(window_name, pane) ? window_name : identity.session_name;
}

/** tmux names a window after its program unless a person names it. */
export function isGivenName(name: string, { command, agent }: Named): boolean {
  return name !== "" && name !== command && name !== agent && !PROGRAMS.has(name.replace(/^-/, ""));
}

/** Where it works, its shells and teammates that are at work, and how many prompts wait for it. */
export function workplaceOf(pane: PaneItem): string {
  return joined([checkoutOf(pane), stillWorkingOf(pane), queueWords(pane.queue)]);
}

/** The target unless it is this machine, the directory, the branch, what is not committed there, and what checks said of it. */
export function checkoutOf(pane: PaneItem): string {
  return joined([placeOf(pane), changesOf(pane.doing?.changes ?? null), checkWords(pane.checks)]);
}

/** The target unless it is this machine, the directory and the branch. */
function placeOf(pane: PaneItem): string {
  const { target } = pane.identity;
  return joined([target === THIS_MACHINE ? "" : target, folderAndBranchOf(pane)]);
}

/** The same, what checks said of it, and how many prompts wait: what is not committed stands elsewhere. */
export function placeAndQueueOf(pane: PaneItem): string {
  return joined([placeOf(pane), checkWords(pane.checks), queueWords(pane.queue)]);
}

/** `2 shells running · 1 teammate working`; empty if none is known to. */
export function stillWorkingOf(pane: Pick<PaneItem, "doing" | "teammates">): string {
  return joined([backgroundWords(pane.doing), teammatesWords(pane)]);
}

function joined(words: readonly string[]): string {
  return words.filter(Boolean).join(" · ");
}

export function folderAndBranchOf({ cwd, doing }: Pick<PaneItem, "cwd" | "doing">): string {
  return [folderOf(cwd), doing?.branch?.name ?? ""].filter(Boolean).join(" · ");
}

/** `+12 -3 2 new`; empty if everything is committed, or nothing is known of it. */
export function changesOf(changes: Pick<ToldChanges, "files" | "added" | "removed" | "untracked"> | null): string {
  const { files = 0, added = 0, removed = 0, untracked = 0 } = changes ?? {};
  return [files > 0 && `+${added} -${removed}`, untracked > 0 && `${untracked} new`].filter(Boolean).join(" ");
}

/** The first line of what the person last asked of it; empty if that is not known. */
export function promptOf({ doing }: PaneItem): string {
  return doing?.task?.text ?? "";
}

/** The tool that runs now, with what it is used on; empty if none is known. */
export function toolOf({ doing, activity }: PaneItem): string {
  const { name, argument } = doing?.tool ?? { name: activity?.tool ?? "", argument: null };
  return argument === null ? name : `${name} ${argument}`;
}

const NO_ADAPTER = "generic";
export const THIS_MACHINE = "host";
const PROGRAMS: ReadonlySet<string> = new Set([
  "sh",
  "bash",
  "zsh",
  "fish",
  "dash",
  "ksh",
  "csh",
  "tcsh",
  "node",
  "python3",
  // agtmux signal runs it for a moment
  "tmux",
]);

function folderOf(cwd: string): string {
  return cwd.split("/").findLast((part) => part !== "") ?? "/";
}
