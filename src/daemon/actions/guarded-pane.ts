import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  askFacts,
  type GuardedAnswer,
  guardedAnswer,
  guardedCommand,
  type PaneFacts,
  type PaneMark,
  parseFacts,
} from "../../core/actions/guarded.ts";
import { knownReaders, noOtherReader } from "../../core/actions/other-readers.ts";
import { hasProc, notAfter, type ProcessMark, processCheck, processStart } from "../../core/actions/process-check.ts";
import type { Adapter } from "../../core/adapter/adapter.ts";
import type { ProcessFacts } from "../../core/adapter/process-facts.ts";
import { SHELL } from "../../core/adapter/shell-names.ts";
import { agentFamily, workerOf } from "../../core/agents/agent-family.ts";
import { GENERIC } from "../../core/engine/bind.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { exactRef } from "../../core/protocol/base/refs.ts";
import { readableRows } from "../../core/terminal/readable-rows.ts";
import type { Clock } from "../base/clock.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { ActionTarget } from "./action-target.ts";

/** Deadline of a command: tmux does not run it later. */
const STALE_MS = 5_000;
const MAX_NAMED = 3;
/** A process shares its parent's terminal between fork and exec, and for a moment while it exits. */
const PASSING_MS = 1_000;
const LOOK_MS = 50;

export interface Doing {
  /** Keys require the runtime in the foreground and a pane that accepts input. */
  areKeys: boolean;
  /** Text that must be on the screen at the moment of the command. */
  shows?: readonly string[];
  otherwise?: string;
}

/**
 * A pane with one runtime in it. Every command is guarded: it is refused if that runtime has ended, lost the terminal
 * or was replaced.
 */
export class GuardedPane {
  readonly target: ActionTarget;
  readonly pane: PaneMark;
  readonly runtime: RuntimeRow | null;
  /** Processes that may use the terminal beside the agent. */
  private known: readonly number[] = [];
  /** The process that would read the keys, if a signal has stopped it. */
  private stopped: number | null = null;
  private readonly clock: Clock;

  /** Reads the pane and its processes now; throws if the runtime is no longer there. */
  static async take(
    target: ActionTarget,
    paneId: string,
    runtime: RuntimeRow | null,
    clock: Clock,
  ): Promise<GuardedPane> {
    const word = randomUUID();
    const replies = await answered(target, askFacts(paneId, word));
    const facts = parseFacts(
      replies.flatMap(({ lines }) => lines),
      word,
    );
    if (facts === null || facts.pane_id !== paneId) throw gone(paneId);
    const { pane_pid, command } = facts;
    const guardedPane = new GuardedPane(target, { pane_id: paneId, pane_pid, command }, runtime, clock);
    await guardedPane.requireRuntime(facts);
    return guardedPane;
  }

  private constructor(target: ActionTarget, pane: PaneMark, runtime: RuntimeRow | null, clock: Clock) {
    this.target = target;
    this.pane = pane;
    this.runtime = runtime;
    this.clock = clock;
  }

  /** For commands that a message proposes. */
  get ref(): string {
    return exactRef({ target: this.target.name, pane_id: this.pane.pane_id });
  }

  /** Name of the agent or program, for messages. */
  get name(): string {
    return this.runtime === null || this.runtime.agent_type === GENERIC ? this.pane.command : this.runtime.agent_type;
  }

  /**
   * Runs tmux commands if all guards hold; else throws a Fault that says which does not. Waits briefly for a child of
   * the agent that seems to read the keys: agents start programs, our own hooks among them, all the time.
   */
  async do(commands: string, doing: Doing): Promise<string[]> {
    // the guard checks an agent's launcher, not the process that reads the keys
    if (doing.areKeys && this.stopped !== null) throw this.suspended(this.stopped, this.pane.command);
    for (const deadline = this.clock.now() + PASSING_MS; ; await sleep(LOOK_MS)) {
      const answer = await this.try(commands, doing);
      if (answer.done) return answer.lines;
      const refusal = await this.refusal(answer, doing.areKeys);
      if (refusal.code !== "E_TERMINAL_IN_USE" || this.clock.now() >= deadline) throw refusal;
    }
  }

  private async try(commands: string, { areKeys, shows, otherwise }: Doing): Promise<GuardedAnswer> {
    const word = randomUUID();
    const check = this.runtime === null ? null : this.check(this.runtime, areKeys, true);
    const command = guardedCommand({
      pane: this.pane,
      areKeys,
      check,
      commands,
      word,
      ...(shows !== undefined && { shows }),
      ...(otherwise !== undefined && { otherwise }),
    });
    return guardedAnswer(await answered(this.target, command), word);
  }

  /** Runs a command without a guard, for commands that touch no pane. */
  async runUnguarded(command: string): Promise<string[]> {
    return (await answered(this.target, command)).flatMap(({ lines }) => lines);
  }

  async screen(): Promise<string[]> {
    return readableRows(await this.do(`capture-pane -p -t ${this.pane.pane_id}`, { areKeys: false }));
  }

  /** The screen with colours, as escape sequences. */
  async styledScreen(): Promise<string[]> {
    return this.do(`capture-pane -e -p -t ${this.pane.pane_id}`, { areKeys: true });
  }

  /** Whether that same process is still alive: the runtime's, unless another one is named. */
  async isAlive(mark?: ProcessMark): Promise<boolean> {
    const { pid = null, pid_start = null } = this.runtime ?? {};
    const { pid: id, start } = mark ?? { pid, start: pid_start };
    if (id === null || start === null) return false;
    const found = await this.target.processes([id]);
    return found.some((process) => process.pid === id && process.start === processStart(start));
  }

  private check({ pid, pid_start, agent_type }: RuntimeRow, areKeys: boolean, alone: boolean): string {
    const until = (this.clock.now() - this.target.clockOffset() + STALE_MS) / 1_000;
    if (pid === null || pid_start === null) return "false";
    const wanted = !areKeys ? "alive" : agent_type === GENERIC ? "awake" : "foreground";
    const readers = alone && wanted === "foreground" && hasProc(pid_start) ? ` && ${noOtherReader(this.known)}` : "";
    return `${processCheck({ pid, start: pid_start }, wanted)}${readers} && ${notAfter(until)}`;
  }

  private async requireRuntime(facts: PaneFacts): Promise<void> {
    if (this.runtime === null) return;
    const { pid, agent_type } = this.runtime;
    if (agent_type === GENERIC && pid !== facts.pane_pid) throw replaced(this.pane.pane_id, facts.command);
    if (!(await this.isAlive())) throw this.ended(facts.command);
    if (agent_type === GENERIC || pid === null) return;
    const processes = await this.target.processes([facts.pane_pid, pid]);
    const adapter = this.target.adapterOf(agent_type);
    this.known = knownReaders(pid, processes, adapter);
    this.stopped = stoppedWorker(pid, processes, adapter);
  }

  private async refusal(answer: GuardedAnswer & { done: false }, areKeys: boolean): Promise<Fault> {
    if (answer.why === "tmux") return gone(this.pane.pane_id);
    if (answer.why === "pane") return this.paneRefusal(answer.facts);
    if (areKeys && (await this.isInForeground())) return this.inUse();
    const word = randomUUID();
    const replies = await answered(this.target, askFacts(this.pane.pane_id, word));
    const facts = parseFacts(
      replies.flatMap(({ lines }) => lines),
      word,
    );
    if (facts === null) return gone(this.pane.pane_id);
    const stopped = areKeys ? await this.stoppedSince() : null;
    return stopped === null ? this.ended(facts.command) : this.suspended(stopped, facts.command);
  }

  private async stoppedSince(): Promise<number | null> {
    const { agent_type, pid = null } = this.runtime ?? {};
    if (agent_type === undefined || pid === null) return null;
    return stoppedWorker(pid, await this.target.processes([pid]), this.target.adapterOf(agent_type));
  }

  /** Whether all guards hold except that no other process reads the keys. */
  private async isInForeground(): Promise<boolean> {
    if (this.runtime === null) return false;
    const word = randomUUID();
    const check = this.check(this.runtime, true, false);
    const command = guardedCommand({
      pane: this.pane,
      areKeys: true,
      check,
      commands: "display-message -p alone",
      word,
    });
    return guardedAnswer(await answered(this.target, command), word).done;
  }

  private async inUse(): Promise<Fault> {
    const { pane_id } = this.pane;
    const under = this.runtime?.pid == null ? [] : await this.target.processes([this.runtime.pid]);
    const others = under.filter(({ pid }) => !this.known.includes(pid)).map(({ command }) => command);
    const named = [...new Set(others)].slice(0, MAX_NAMED).join(", ");
    const words = `a program that ${this.name} has started in pane ${pane_id} may be reading its keys${named === "" ? "" : ` (${named})`}: end it, or wait until it has ended`;
    return new Fault("E_TERMINAL_IN_USE", words, { guard: "reader", pane: pane_id });
  }

  private paneRefusal({ pane_id, pane_pid, dead, in_mode, synchronized, input_off, command }: PaneFacts): Fault {
    const { pane } = this;
    if (pane_id !== pane.pane_id) return gone(pane.pane_id);
    if (dead || pane_pid !== pane.pane_pid) return replaced(pane_id, dead ? "nothing" : command);
    const mode = (words: string) => new Fault("E_PANE_MODE", words, { guard: "pane_mode", pane: pane_id });
    if (in_mode) return mode(`pane ${pane_id} is in copy mode: keys would not reach ${this.name}; leave it with q`);
    if (synchronized)
      return mode(`pane ${pane_id} is synchronised with others (synchronize-panes): keys would reach them too`);
    if (input_off) return mode(`pane ${pane_id} takes no input (select-pane -d)`);
    return command === pane.command ? this.changed() : this.ended(command);
  }

  /** All guards hold except that the screen has changed. */
  private changed(): Fault {
    const { pane_id } = this.pane;
    const words = `pane ${pane_id} shows something else by now: look again, then answer`;
    return new Fault("E_STALE_SNAPSHOT", words, { guard: "dialog", pane: pane_id });
  }

  private suspended(pid: number, command: string): Fault {
    const { pane_id } = this.pane;
    const details = { guard: "process", pane: pane_id };
    if (SHELL.test(command)) {
      const words = `${this.name} is suspended and no longer has pane ${pane_id}: a shell (${command}) does; fg there brings it back`;
      return new Fault("E_AT_SHELL", words, details);
    }
    const words = `${this.name} in pane ${pane_id} is suspended: its process (pid ${pid}) is stopped and reads no keys; kill -CONT ${pid} lets it go on`;
    return new Fault("E_SUSPENDED", words, details);
  }

  private ended(command: string): Fault {
    const { pane_id } = this.pane;
    const name = this.runtime?.agent_type ?? "the program";
    if (SHELL.test(command))
      return new Fault("E_AT_SHELL", `${name} no longer has pane ${pane_id}: a shell (${command}) does`, {
        guard: "process",
        pane: pane_id,
      });
    return replaced(pane_id, command);
  }
}

/** The process that does the agent's work, if a signal has stopped it. */
function stoppedWorker(pid: number, processes: readonly ProcessFacts[], adapter: Adapter | null): number | null {
  const process = processes.find((each) => each.pid === pid);
  if (process === undefined) return null;
  const worker = workerOf({ process, family: agentFamily(process, processes, adapter) });
  return worker.stopped === true ? worker.pid : null;
}

function replaced(paneId: string, command: string): Fault {
  const words = `pane ${paneId} has another program now: ${command}`;
  return new Fault("E_STALE_SNAPSHOT", words, { guard: "process", pane: paneId });
}

function gone(paneId: string): Fault {
  return new Fault("E_STALE_SNAPSHOT", `pane ${paneId} is gone`, { guard: "pane", pane: paneId });
}

async function answered(target: ActionTarget, command: string) {
  const control = target.control();
  if (control === null) throw unreachable(target);
  try {
    return await control.runList(command);
  } catch (cause) {
    throw unreachable(target, cause);
  }
}

export function unreachable(target: ActionTarget, cause?: unknown): Fault {
  const why = target.fault()?.message ?? (cause instanceof Error ? cause.message : "it does not answer");
  const words = `${target.name} cannot be reached: ${why}`;
  return new Fault("E_TARGET_UNREACHABLE", words, { guard: "target", target: target.name }, cause);
}
