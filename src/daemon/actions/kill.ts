import { type PaneProgram, panePrograms } from "../../core/actions/pane-programs.ts";
import { groupOf, type ProcessMark, processCheck, type Wakefulness } from "../../core/actions/process-check.ts";
import { tmuxString } from "../../core/actions/tmux-words.ts";
import type { ProcessFacts } from "../../core/adapter/process-facts.ts";
import { ProcessForest } from "../../core/adapter/process-forest.ts";
import { GENERIC } from "../../core/engine/bind.ts";
import type { KillReport, KillSignal } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { GuardedPane } from "./guarded-pane.ts";
import { hasEnded } from "./has-ended.ts";
import { tellToLeave } from "./tell-to-leave.ts";

/** Some machines report the start of a process only to the second. */
const START_SLACK_MS = 1_000;

export type Killed = Pick<KillReport, "signal" | "pid" | "reached" | "ended">;

export interface Killing {
  signal: KillSignal;
  /** The pane as the caller saw it. */
  item: PaneItem;
  /** When the caller looked at the pane: a program that was started later is not the one that was meant. */
  seenAt: number;
  onSignal(): void;
  /** No process got the signal after all. */
  onUnsent(): void;
}

/** Signals the agent in a pane, or tells it to leave. Where no adapter knows what runs, the pane's program is meant. */
export async function killAgent(guardedPane: GuardedPane, killing: Killing): Promise<Killed> {
  if (killing.signal === "EXIT") return tellToLeave(guardedPane, killing);
  const { runtime, pane, target } = guardedPane;
  if (runtime === null || runtime.pid === null || runtime.pid_start === null) throw noAgent(pane.pane_id);
  const { pid, pid_start: start } = runtime;
  const processes = await target.processes([pane.pane_pid, pid]);
  const found: Victim[] =
    runtime.agent_type === GENERIC
      ? panePrograms(pane.pane_pid, processes).map((program) => victimOf(program, killing.seenAt))
      : [{ mark: { pid, start }, wanted: "alive", isNew: false, name: guardedPane.name }];
  for (const victim of found) {
    const reached = await signalTo(victim, guardedPane, processes, killing);
    if (reached !== null)
      return { signal: killing.signal, pid: victim.mark.pid, reached, ended: await hasEnded(victim.mark, guardedPane) };
  }
  if (runtime.agent_type === GENERIC && pid === pane.pane_pid) throw onlyShell(pane.pane_id);
  throw new Fault("E_STALE_SNAPSHOT", `${guardedPane.name} (pid ${pid}) had ended already`, { guard: "process" });
}

interface Victim {
  mark: ProcessMark;
  wanted: Wakefulness;
  /** Whether it was started after the caller had looked. */
  isNew: boolean;
  name: string;
}

function victimOf({ process, isKnown }: PaneProgram, seenAt: number): Victim {
  const { pid, start, startedAt, command } = process;
  const wanted = isKnown ? "alive" : "foreground";
  return { mark: { pid, start }, wanted, isNew: startedAt > seenAt + START_SLACK_MS, name: command };
}

/**
 * Signals its process group, as the terminal would. If the pane's own shell is in that group (no job control), only
 * the process and those below it get the signal. Done by a shell on the machine, which checks pid and start first.
 * Null if the process has ended, or is not as wanted.
 */
async function signalTo(
  { mark, wanted, isNew, name }: Victim,
  guardedPane: GuardedPane,
  processes: readonly ProcessFacts[],
  { signal, onSignal, onUnsent }: Killing,
): Promise<"group" | "processes" | null> {
  const { pane } = guardedPane;
  const own = new ProcessForest(processes).under(mark.pid).map((process) => process.pid);
  const check = processCheck(mark, wanted);
  const isRoot = mark.pid === pane.pane_pid;
  const root = groupOf(pane.pane_pid, mark.start, "r");
  const apart = isRoot ? "true" : `${root} && [ "$g" -gt 1 ] && [ -n "$r" ] && [ "$g" -ne "$r" ]`;
  // like a shell: a stopped process handles TERM only once it continues
  const goOn = (whom: string) =>
    signal === "TERM" ? ` && case $s in [Tt]*) kill -s CONT ${whom} 2>/dev/null || true ;; esac` : "";
  const act = (whom: string) => (isNew ? "" : ` && kill -s ${signal} ${whom}${goOn(whom)}`);
  const group = `${check} && ${apart}${act("-- -$g")}`;
  const alone = `${check}${act(own.join(" "))}`;
  const inShell = (script: string) => tmuxString(`exec sh -c '${script}'`);
  const words = `if-shell ${inShell(group)} { display-message -p group } { if-shell ${inShell(alone)} { display-message -p processes } { display-message -p none } }`;
  if (!isNew) onSignal();
  const said = await guardedPane.do(words, { areKeys: false }).catch(async (error: Fault) => {
    // closing the last pane of a session ends the session, and with it our connection
    if (error.code === "E_TARGET_UNREACHABLE" && isRoot && !(await guardedPane.isAlive())) return ["group"];
    throw error;
  });
  const how = said.find((line) => line === "group" || line === "processes") ?? null;
  if (how === null) onUnsent();
  else if (isNew) throw startedSince(name, pane.pane_id);
  return how as "group" | "processes" | null;
}

function startedSince(name: string, paneId: string): Fault {
  const words = `${name} was started in pane ${paneId} after you had looked: look again, then act; nothing was sent`;
  return new Fault("E_STALE_SNAPSHOT", words, { guard: "process", pane: paneId });
}

function onlyShell(paneId: string): Fault {
  const words = `no program runs in the foreground of pane ${paneId}, only a shell: there is nothing to end`;
  return new Fault("E_NO_AGENT", words, { guard: "agent" });
}

function noAgent(paneId: string): Fault {
  const words = `there is no agent in pane ${paneId}, and no program there has registered itself: there is nothing to end`;
  return new Fault("E_NO_AGENT", words, { guard: "agent" });
}
