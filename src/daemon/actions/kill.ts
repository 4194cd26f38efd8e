import { type PaneProgram, panePrograms } from "../../core/actions/pane-programs.ts";
import type { ProcessMark, Wakefulness } from "../../core/actions/process-check.ts";
import { type Reached, type Signal, signalCommand } from "../../core/actions/signal-command.ts";
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
  const { signal, seenAt } = killing;
  if (signal === "EXIT") return tellToLeave(guardedPane, killing);
  const { runtime, pane, target } = guardedPane;
  if (runtime === null || runtime.pid === null || runtime.pid_start === null) throw noAgent(pane.pane_id);
  const { pid, pid_start: start } = runtime;
  const processes = await target.processes([pane.pane_pid, pid]);
  const found: Victim[] =
    runtime.agent_type === GENERIC
      ? panePrograms(pane.pane_pid, processes).map((program) => victimOf(program, seenAt))
      : [{ mark: { pid, start }, wanted: "alive", isNew: false, name: guardedPane.name }];
  for (const victim of found) {
    const reached = await signalTo(victim, guardedPane, processes, { ...killing, signal });
    if (reached !== null)
      return { signal, pid: victim.mark.pid, reached, ended: await hasEnded(victim.mark, guardedPane) };
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

/** Null if the process has ended, or is not as wanted. */
async function signalTo(
  victim: Victim,
  guardedPane: GuardedPane,
  processes: readonly ProcessFacts[],
  { signal, onSignal, onUnsent }: Killing & { signal: Signal },
): Promise<Reached | null> {
  if (!victim.isNew) onSignal();
  const reached = await reach(victim, guardedPane, processes, victim.isNew ? null : signal);
  if (reached === null) onUnsent();
  else if (victim.isNew) throw startedSince(victim.name, guardedPane.pane.pane_id);
  return reached;
}

async function reach(
  { mark, wanted }: Victim,
  guardedPane: GuardedPane,
  processes: readonly ProcessFacts[],
  signal: Signal | null,
): Promise<Reached | null> {
  const panePid = guardedPane.pane.pane_pid;
  const pids = new ProcessForest(processes).under(mark.pid).map(({ pid }) => pid);
  const command = signalCommand({ mark, wanted, pids, panePid, signal });
  const printed = await guardedPane.do(command, { areKeys: false }).catch(async (error: Fault) => {
    // closing the last pane of a session ends the session, and with it our connection
    const mayBeClosed = error.code === "E_TARGET_UNREACHABLE" && mark.pid === panePid;
    if (mayBeClosed && !(await guardedPane.isAlive())) return ["group"];
    throw error;
  });
  return printed.find((line) => line === "group" || line === "processes") ?? null;
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
