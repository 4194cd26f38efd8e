import type { KillSignal } from "../protocol/actions/actions.ts";
import { groupOf, type ProcessMark, processCheck, type Wakefulness } from "./process-check.ts";
import { tmuxString } from "./tmux-words.ts";

export type Signal = Exclude<KillSignal, "EXIT">;

/** Who gets a signal: a process group, as from the terminal, or single processes. */
export type Reached = "group" | "processes";

export interface Signalling {
  mark: ProcessMark;
  wanted: Wakefulness;
  /** The process, and those below it. */
  pids: readonly number[];
  /** The pane's own process. */
  panePid: number;
  /** Null to send nothing, and only to learn who would get it. */
  signal: Signal | null;
}

/**
 * A tmux command by which a shell on the machine signals a process, if it is still there and as wanted. It signals the
 * process group; if the pane's own shell is in that group (no job control), only the process and those below it. It
 * prints who got the signal, or `none`.
 */
export function signalCommand({ mark, wanted, pids, panePid, signal }: Signalling): string {
  const check = processCheck(mark, wanted);
  const toGroup = `${check} && ${isApart(mark, panePid)}${kill(signal, "-- -$g")}`;
  const toProcesses = `${check}${kill(signal, pids.join(" "))}`;
  return `if-shell ${inShell(toGroup)} { display-message -p group } { if-shell ${inShell(toProcesses)} { display-message -p processes } { display-message -p none } }`;
}

/** Succeeds if the pane's own process is not in the group `g`, or is the one that is meant. */
function isApart({ pid, start }: ProcessMark, panePid: number): string {
  if (pid === panePid) return "true";
  return `${groupOf(panePid, start, "r")} && [ "$g" -gt 1 ] && [ -n "$r" ] && [ "$g" -ne "$r" ]`;
}

function kill(signal: Signal | null, whom: string): string {
  if (signal === null) return "";
  // like a shell: a stopped process handles TERM only once it continues
  const goOn = ` && case $s in [Tt]*) kill -s CONT ${whom} 2>/dev/null || true ;; esac`;
  return ` && kill -s ${signal} ${whom}${signal === "TERM" ? goOn : ""}`;
}

function inShell(script: string): string {
  return tmuxString(`exec sh -c '${script}'`);
}
