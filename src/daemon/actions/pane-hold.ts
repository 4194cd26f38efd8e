import { randomUUID } from "node:crypto";
import {
  askFacts,
  type GuardedAnswer,
  guardedAnswer,
  guardedCommand,
  type PaneFacts,
  type PaneMark,
  parseFacts,
} from "../../core/actions/guarded.ts";
import { notAfter, processCheck, processStart } from "../../core/actions/process-check.ts";
import { SHELL } from "../../core/agents/screen-reader.ts";
import { GENERIC } from "../../core/engine/bind.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { Clock } from "../clock.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { ActionTarget } from "./action-target.ts";

/** A command that tmux has not come to by then is not done any more. */
const STALE_MS = 5_000;

export interface Doing {
  /** Keys want the runtime in the foreground and a pane that takes them. */
  areKeys: boolean;
  /** What must be on the screen in the very moment in which it is done. */
  shows?: readonly string[];
  otherwise?: string;
}

/**
 * A pane with one runtime in it. Whatever is done here is done to that very runtime: each command carries the guard
 * that refuses when it has ended, lost the terminal or was replaced.
 */
export class PaneHold {
  readonly target: ActionTarget;
  readonly pane: PaneMark;
  readonly runtime: RuntimeRow | null;
  private readonly clock: Clock;

  /** Looks at the pane and at its processes now; a runtime that is no longer there is refused. */
  static async take(target: ActionTarget, paneId: string, runtime: RuntimeRow | null, clock: Clock): Promise<PaneHold> {
    const word = randomUUID();
    const replies = await answered(target, askFacts(paneId, word));
    const facts = parseFacts(
      replies.flatMap(({ lines }) => lines),
      word,
    );
    if (facts === null || facts.pane_id !== paneId) throw gone(paneId);
    const { pane_pid, command } = facts;
    const hold = new PaneHold(target, { pane_id: paneId, pane_pid, command }, runtime, clock);
    await hold.requireRuntime(facts);
    return hold;
  }

  private constructor(target: ActionTarget, pane: PaneMark, runtime: RuntimeRow | null, clock: Clock) {
    this.target = target;
    this.pane = pane;
    this.runtime = runtime;
    this.clock = clock;
  }

  /** Who is meant, for people. */
  get name(): string {
    return this.runtime === null || this.runtime.agent_type === GENERIC ? this.pane.command : this.runtime.agent_type;
  }

  /** tmux commands, done while all is as it was; else a Fault that says what is not. */
  async do(commands: string, { areKeys, shows, otherwise }: Doing): Promise<string[]> {
    const word = randomUUID();
    const check = this.runtime === null ? null : this.check(this.runtime, areKeys);
    const command = guardedCommand({
      pane: this.pane,
      areKeys,
      check,
      commands,
      word,
      ...(shows !== undefined && { shows }),
      ...(otherwise !== undefined && { otherwise }),
    });
    const answer = guardedAnswer(await answered(this.target, command), word);
    if (answer.done) return answer.lines;
    throw await this.refusal(answer);
  }

  /** Without a guard: for what touches no pane. */
  async tell(command: string): Promise<string[]> {
    return (await answered(this.target, command)).flatMap(({ lines }) => lines);
  }

  /** What the pane shows. */
  async screen(): Promise<string[]> {
    return this.do(`capture-pane -p -t ${this.pane.pane_id}`, { areKeys: false });
  }

  /** The same with its colours, as escape sequences. */
  async styledScreen(): Promise<string[]> {
    return this.do(`capture-pane -e -p -t ${this.pane.pane_id}`, { areKeys: true });
  }

  /** The same process still lives: it was there all the time. */
  async isAlive(): Promise<boolean> {
    const { pid, pid_start } = this.runtime ?? {};
    if (pid == null || pid_start == null) return false;
    const found = await this.target.processes([pid]);
    return found.some((process) => process.pid === pid && process.start === processStart(pid_start));
  }

  private check({ pid, pid_start, agent_type }: RuntimeRow, areKeys: boolean): string {
    const until = (this.clock.now() - this.target.clockOffset() + STALE_MS) / 1_000;
    if (pid === null || pid_start === null) return "false";
    const wanted = !areKeys ? "alive" : agent_type === GENERIC ? "awake" : "foreground";
    return `${processCheck({ pid, start: pid_start }, wanted)} && ${notAfter(until)}`;
  }

  private async requireRuntime(facts: PaneFacts): Promise<void> {
    if (this.runtime === null) return;
    const { pid, agent_type } = this.runtime;
    if (agent_type === GENERIC && pid !== facts.pane_pid) throw replaced(this.pane.pane_id, facts.command);
    if (!(await this.isAlive())) throw this.ended(facts.command);
  }

  private async refusal(answer: GuardedAnswer & { done: false }): Promise<Fault> {
    if (answer.why === "tmux") return gone(this.pane.pane_id);
    if (answer.why === "pane") return this.paneRefusal(answer.facts);
    const word = randomUUID();
    const replies = await answered(this.target, askFacts(this.pane.pane_id, word));
    const facts = parseFacts(
      replies.flatMap(({ lines }) => lines),
      word,
    );
    return facts === null ? gone(this.pane.pane_id) : this.ended(facts.command);
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

  /** All is as it was, but for what is on the screen. */
  private changed(): Fault {
    const { pane_id } = this.pane;
    const words = `pane ${pane_id} shows something else by now: look again, then answer`;
    return new Fault("E_STALE_SNAPSHOT", words, { guard: "dialog", pane: pane_id });
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

function replaced(paneId: string, command: string): Fault {
  const words = `pane ${paneId} has changed hands: ${command} is there now`;
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
