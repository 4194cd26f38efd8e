import type { Fault } from "../../core/protocol/base/fault.ts";
import type { Health } from "../../core/protocol/base/state.ts";
import type { TargetError } from "../../core/protocol/lists/lists.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";
import { afterFailure, afterSuccess, type HealthRecord, NOT_ASKED_YET } from "./health.ts";

export interface TargetHealthDeps {
  target: string;
  isDefault: boolean;
  problems: Problems;
  clock: Clock;
  log: Log;
  /** A fault that keeps signals from arriving although the target responds. */
  impairment(): Fault | null;
  /** The health, or the reason of a failure, has changed. */
  onChange(before: Health, after: Health): void;
}

/** Whether a target responds, since when not, and why. */
export class TargetHealth {
  /** Connection attempts so far. */
  attempts = 0;
  lastSeenAt: number | null;
  private readonly deps: TargetHealthDeps;
  private record: HealthRecord = NOT_ASKED_YET;
  private failure: { fault: Fault; since: number } | null = null;

  constructor(deps: TargetHealthDeps, lastSeenAt: number | null) {
    this.deps = deps;
    this.lastSeenAt = lastSeenAt;
  }

  get health(): Health {
    return this.record.health;
  }

  get fault(): Fault | null {
    return this.failure?.fault ?? null;
  }

  /** Whether it is not known yet, or no longer, if the target is reachable. */
  get isInDoubt(): boolean {
    return this.attempts === 0 || (this.health === "degraded" && this.fault !== null);
  }

  get error(): TargetError | null {
    if (this.failure === null) return null;
    return { target: this.deps.target, error: this.failure.fault.toBody(), since: this.failure.since };
  }

  answered(): void {
    const { clock, problems, log, target } = this.deps;
    this.attempts += 1;
    this.lastSeenAt = clock.now();
    const before = this.failure;
    const fault = this.deps.impairment();
    const isNews = before?.fault.message !== fault?.message;
    if (before !== null && isNews) problems.clear(before.fault.code, target);
    this.failure = fault && { fault, since: before?.since ?? clock.now() };
    const record = afterSuccess(this.record);
    if (fault === null) {
      this.become(record, isNews);
      return;
    }
    const news = problems.raise(fault.code, `${target}: ${fault.message}`, target);
    if (news) log.warn({ target, code: fault.code, err: fault.message }, "target is impaired");
    this.become(record.health === "ok" ? { ...record, health: "degraded" } : record, isNews);
  }

  failed(fault: Fault): void {
    const { clock, problems, log, target, isDefault } = this.deps;
    this.attempts += 1;
    const before = this.failure;
    this.failure = { fault, since: before?.since ?? clock.now() };
    if (before !== null && before.fault.code !== fault.code) problems.clear(before.fault.code, target);
    const words = isDefault ? fault.message : `${target}: ${fault.message}`;
    const news = problems.raise(fault.code, words, target);
    if (news) log.warn({ target, code: fault.code, err: fault.message }, "target does not answer");
    this.become(afterFailure(this.record, clock.now()), news);
  }

  private become(record: HealthRecord, toldAnyway: boolean): void {
    const before = this.record.health;
    this.record = record;
    if (before === record.health && !toldAnyway) return;
    const { log, target, onChange } = this.deps;
    if (before !== record.health) log.info({ target, from: before, to: record.health }, "target health");
    onChange(before, record.health);
  }
}
