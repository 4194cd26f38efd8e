import type { Fault } from "../core/protocol/fault.ts";
import type { TargetError } from "../core/protocol/lists.ts";
import type { Health } from "../core/protocol/state.ts";
import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";
import type { Problems } from "./problems.ts";
import { afterFailure, afterSuccess, type HealthRecord, NOT_ASKED_YET } from "./targets/health.ts";

export interface ContactDeps {
  target: string;
  isDefault: boolean;
  problems: Problems;
  clock: Clock;
  log: Log;
  /** It answers, and something there keeps signals from coming. */
  impairment(): Fault | null;
  /** Its health has changed, or why it does not answer. */
  onChange(before: Health, after: Health): void;
}

/** Whether a target answers, since when not, and why. */
export class Contact {
  /** How often it was tried. */
  attempts = 0;
  lastSeenAt: number | null;
  private readonly deps: ContactDeps;
  private record: HealthRecord = NOT_ASKED_YET;
  private trouble: { fault: Fault; since: number } | null = null;

  constructor(deps: ContactDeps, lastSeenAt: number | null) {
    this.deps = deps;
    this.lastSeenAt = lastSeenAt;
  }

  get health(): Health {
    return this.record.health;
  }

  get fault(): Fault | null {
    return this.trouble?.fault ?? null;
  }

  get error(): TargetError | null {
    if (this.trouble === null) return null;
    return { target: this.deps.target, error: this.trouble.fault.toBody(), since: this.trouble.since };
  }

  answered(): void {
    const { clock, problems, log, target } = this.deps;
    this.attempts += 1;
    this.lastSeenAt = clock.now();
    const before = this.trouble;
    const fault = this.deps.impairment();
    const isNews = before?.fault.message !== fault?.message;
    if (before !== null && isNews) problems.clear(before.fault.code, target);
    this.trouble = fault && { fault, since: before?.since ?? clock.now() };
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
    const before = this.trouble;
    this.trouble = { fault, since: before?.since ?? clock.now() };
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
