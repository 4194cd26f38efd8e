import { randomUUID } from "node:crypto";
import { guardedAnswer, guardedCommand, type PaneFacts } from "../../core/actions/guarded.ts";
import { tmuxString } from "../../core/actions/tmux-words.ts";
import { typedCommands } from "../../core/actions/typed-commands.ts";
import { chunksOf, planKeys } from "../../core/adapter/delivery-plan.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { Holder } from "../../core/protocol/terminal/terminal.ts";
import { answersByName, PressedKeys } from "../../core/terminal/pressed-keys.ts";
import type { ActionTarget } from "../actions/action-target.ts";
import { unreachable } from "../actions/guarded-pane.ts";
import type { Clock } from "../base/clock.ts";
import { paneHolder } from "./holder.ts";
import type { TypingRecord } from "./typing-record.ts";

export interface KeyboardDeps {
  target: ActionTarget;
  paneId: string;
  clock: Clock;
  /** The present holder of the pane; null if the pane is gone. */
  holder(): Holder | null;
  record: Pick<TypingRecord, "begin" | "typed" | "refused">;
  onTyped(bytes: number): void;
  /** This many bytes did not reach the pane; with a holder, none will until that holder is accepted. */
  onRefused(fault: Fault, bytes: number, holder: Holder | null): void;
  /** The person pressed a key that answers or dismisses an agent's question. */
  onAnswer(): void;
  /** Backpressure: whether the client should pause. */
  onPressure(isFull: boolean): void;
}

/** `answers`: contains a key that answers or dismisses an agent's question. */
type Job =
  | { kind: "type"; bytes: Uint8Array; answers: boolean }
  | { kind: "paste"; bytes: Uint8Array }
  | { kind: "keys"; keys: readonly string[] };

/** Bytes per guarded command. */
const MAX_AT_ONCE = 2_048;
const MAX_WAITING = 256 * 1024;
/** Overhead counted per queued job, however short. */
const ROOM = 64;

/**
 * Types what one viewer sends, in order and byte for byte, for the holder the viewer was shown. Each command carries
 * the guard; if another holder is there, nothing is typed until the viewer accepts it.
 */
export class Keyboard {
  private readonly deps: KeyboardDeps;
  private readonly pressed = new PressedKeys();
  private readonly jobs: Job[] = [];
  private waiting = 0;
  private typing = false;
  private work: Promise<void> = Promise.resolve();
  private typed = 0;
  private holder: Holder;
  /** Why typing is stopped, and which holder would have to be accepted. */
  private stopped: { fault: Fault; offered: Holder | null } | null = null;
  /** Why typing has ended for good. */
  private over: Fault | null = null;

  constructor(deps: KeyboardDeps, holder: Holder) {
    this.deps = deps;
    this.holder = holder;
  }

  type(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.take({ kind: "type", bytes, answers: this.pressed.read(Buffer.from(bytes).toString("latin1")) });
  }

  /** As tmux pastes: bracketed if the program wants it, line ends as Enter. */
  paste(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    // tmux buffers cannot hold a NUL
    this.take(bytes.includes(0) ? { kind: "type", bytes, answers: false } : { kind: "paste", bytes });
  }

  keys(keys: readonly string[]): void {
    const plan = planKeys(keys);
    if (plan.ok) this.take({ kind: "keys", keys });
    else this.deps.onRefused(new Fault("E_INVALID_INPUT", plan.fault), 0, null);
  }

  /** Types for this holder from now on; false if it is not the current one. */
  accept(holderId: string): boolean {
    const { offered } = this;
    if (this.over !== null || offered?.id !== holderId) return false;
    this.holder = offered;
    this.stopped = null;
    return true;
  }

  /** Revokes typing: nothing is typed that tmux has not got yet. */
  stop(fault: Fault): void {
    this.over = fault;
  }

  /** Resolves when everything so far was typed or refused. */
  drained(): Promise<void> {
    return this.work;
  }

  /** The holder that could be accepted. */
  get offered(): Holder | null {
    return this.stopped?.offered ?? this.deps.holder();
  }

  private take(job: Job): void {
    if (this.stopped !== null) {
      const { fault, offered } = this.stopped;
      this.deps.record.refused(fault, sizeOf(job));
      this.deps.onRefused(fault, sizeOf(job), offered);
      return;
    }
    this.jobs.push(job);
    this.waiting += roomOf(job);
    if (this.waiting > MAX_WAITING) this.deps.onPressure(true);
    if (!this.typing) this.work = this.typeAll();
  }

  private async typeAll(): Promise<void> {
    this.typing = true;
    try {
      for (let job = this.next(); job !== null; job = this.next()) await this.typeOne(job);
    } finally {
      this.typing = false;
    }
  }

  private async typeOne(job: Job): Promise<void> {
    try {
      this.deps.record.begin(this.holder);
      await this.do(job);
      this.finish(job);
      if (isAnswer(job)) this.deps.onAnswer();
    } catch (error) {
      this.refuse(asFault(error), sizeOf(job));
    }
  }

  /** Joins queued keys into one command. */
  private next(): Job | null {
    const first = this.jobs.shift() ?? null;
    if (first?.kind !== "type") return first;
    let { bytes, answers } = first;
    for (let more = this.jobs[0]; more?.kind === "type" && bytes.length < MAX_AT_ONCE; more = this.jobs[0]) {
      bytes = Buffer.concat([bytes, more.bytes]);
      answers ||= more.answers;
      this.waiting -= ROOM;
      this.jobs.shift();
    }
    if (bytes.length <= MAX_AT_ONCE) return { kind: "type", bytes, answers };
    this.waiting += ROOM;
    this.jobs.unshift({ kind: "type", bytes: bytes.subarray(MAX_AT_ONCE), answers });
    return { kind: "type", bytes: bytes.subarray(0, MAX_AT_ONCE), answers: false };
  }

  private do(job: Job): Promise<void> {
    const to = `-t ${this.deps.paneId}`;
    switch (job.kind) {
      case "type":
        return this.guarded(typedCommands(this.deps.paneId, job.bytes));
      case "keys":
        return this.guarded(`send-keys ${to} -- ${job.keys.map(tmuxString).join(" ")}`);
      case "paste":
        return this.pasteBuffer(Buffer.from(job.bytes).toString());
      default:
        return job satisfies never;
    }
  }

  private async pasteBuffer(text: string): Promise<void> {
    const name = `_agtmux-${Math.floor(this.deps.clock.now())}-${randomUUID()}`;
    const remove = `delete-buffer -b ${name}`;
    try {
      for (const [index, chunk] of chunksOf(text).entries())
        await this.control().runList(`set-buffer ${index === 0 ? "" : "-a "}-b ${name} -- ${tmuxString(chunk)}`);
      await this.guarded(`paste-buffer -p -d -b ${name} -t ${this.deps.paneId}`, remove);
    } catch (error) {
      await this.deps.target
        .control()
        ?.runList(remove)
        .catch(() => undefined);
      throw error;
    }
  }

  private async guarded(commands: string, otherwise?: string): Promise<void> {
    const { pane_pid, command, agent, runtime_id } = this.holder;
    const now = this.deps.holder();
    if (now === null || (agent !== null && now.runtime_id !== runtime_id)) throw new Changed(this.deps.paneId, now);
    const word = randomUUID();
    const line = guardedCommand({
      pane: { pane_id: this.deps.paneId, pane_pid, command },
      areKeys: true,
      program: agent === null ? "any" : "no-shell",
      check: null,
      commands,
      word,
      ...(otherwise !== undefined && { otherwise }),
    });
    const answer = guardedAnswer(await this.control().runList(line), word);
    if (answer.done) return;
    if (answer.why === "pane") throw refusal(this.deps.paneId, this.holder, answer.facts);
    throw new Changed(this.deps.paneId, null);
  }

  private control() {
    if (this.over !== null) throw this.over;
    const control = this.deps.target.control();
    if (control === null) throw unreachable(this.deps.target);
    return control;
  }

  private finish(job: Job): void {
    this.waiting -= roomOf(job);
    this.typed += sizeOf(job);
    this.deps.record.typed(sizeOf(job), job.kind === "keys" ? job.keys.length : 0);
    if (this.waiting <= MAX_WAITING) this.deps.onPressure(false);
    this.deps.onTyped(this.typed);
  }

  /** Also refuses everything queued behind it, which was meant to follow it. */
  private refuse(fault: Fault, size: number): void {
    const lost = this.jobs.splice(0).reduce((all, job) => all + sizeOf(job), size);
    this.waiting = 0;
    this.deps.onPressure(false);
    const offered = fault instanceof Changed ? fault.now : null;
    if (fault instanceof Changed) this.stopped = { fault, offered };
    this.deps.record.refused(fault, lost);
    this.deps.onRefused(fault, lost, offered);
  }
}

/** The pane has another holder, or is gone. */
class Changed extends Fault {
  readonly now: Holder | null;

  constructor(paneId: string, now: Holder | null) {
    const words =
      now === null ? `pane ${paneId} is gone` : `pane ${paneId} has another program now: ${now.agent ?? now.command}`;
    super("E_STALE_SNAPSHOT", words, { guard: now === null ? "pane" : "process", pane: paneId });
    this.now = now;
  }
}

function sizeOf(job: Job): number {
  return job.kind === "keys" ? 0 : job.bytes.length;
}

function roomOf(job: Job): number {
  return ROOM + (job.kind === "keys" ? job.keys.join("").length : job.bytes.length);
}

function isAnswer(job: Job): boolean {
  return job.kind === "type" ? job.answers : job.kind === "keys" && answersByName(job.keys);
}

function refusal(paneId: string, holder: Holder, facts: PaneFacts): Fault {
  const mode = (words: string) => new Fault("E_PANE_MODE", words, { guard: "pane_mode", pane: paneId });
  if (facts.pane_id !== paneId || facts.dead) return new Changed(paneId, null);
  if (facts.pane_pid === holder.pane_pid) {
    if (facts.in_mode) return mode(`pane ${paneId} is in copy mode: leave it with q`);
    if (facts.synchronized) return mode(`pane ${paneId} is synchronised with others: keys would reach them too`);
    if (facts.input_off) return mode(`pane ${paneId} takes no input (select-pane -d)`);
  }
  return new Changed(paneId, paneHolder(facts.pane_pid, facts.command));
}
