import { retryDelay } from "../../core/notify/retry-delay.ts";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import type { Delivery, Notification } from "../../core/protocol/notify/notify.ts";
import type { Clock } from "../base/clock.ts";
import { stackOf, type WorkReport } from "../base/failures.ts";
import type { Log } from "../base/log.ts";
import type { OutboxStore } from "../store/outbox-store.ts";
import type { Store } from "../store/store.ts";
import { type Channel, ChannelFault } from "./channels/channel.ts";
import type { Verdict } from "./review.ts";

export interface QueueWorkerDeps {
  channel: Channel;
  store: OutboxStore & Pick<Store, "transact">;
  failures: WorkReport;
  clock: Clock;
  log: Log;
  timeoutMs: number;
  /** Whether to send it now. */
  review(row: Delivery, signal: AbortSignal): Promise<Verdict>;
  /** Removes secrets. */
  scrub(text: string): string;
  /** Called after each attempt. */
  settled(row: Delivery, isTold: boolean): void;
  /** Called when the device has unsubscribed. */
  onGone(): void;
}

const GIVE_UP_MS = 24 * 3_600_000;
const LONGEST_SLEEP_MS = 30_000;
const STORE_AGAIN_MS = 1_000;
/** How long a send in progress may take when the daemon stops. */
const LEAVE_MS = 1_000;

/** Sends one channel's notifications one at a time: a slow channel delays only itself, a kill repeats one at most. */
export class QueueWorker {
  lastFailure: { at: number; message: string } | null = null;
  private readonly deps: QueueWorkerDeps;
  private readonly stopping = new AbortController();
  private readonly leaving = new AbortController();
  private wakeUp: () => void = () => {};
  private isAwake = false;
  private readonly work: Promise<void>;

  constructor(deps: QueueWorkerDeps) {
    this.deps = deps;
    this.work = this.run();
  }

  /** Checks the outbox now. */
  wake(): void {
    this.isAwake = true;
    this.wakeUp();
  }

  /** Starts nothing new; a send in progress gets `LEAVE_MS`. */
  async stop(): Promise<void> {
    this.leaving.abort();
    this.wake();
    const timer = setTimeout(() => this.stopping.abort(), LEAVE_MS);
    await this.work;
    clearTimeout(timer);
    this.deps.failures.worked(this.sending);
  }

  private async run(): Promise<void> {
    const { store, channel, clock, failures } = this.deps;
    while (!this.leaving.signal.aborted) {
      this.isAwake = false;
      try {
        const [next] = store.waitingFor(channel.name, 1);
        const wait = next === undefined ? LONGEST_SLEEP_MS : next.due_at - clock.now();
        if (next === undefined || wait > 0) await this.sleep(Math.min(wait, LONGEST_SLEEP_MS));
        else await this.handle(next);
        failures.worked(this.sending);
      } catch (error) {
        failures.failed(this.sending, this.scrubbed(error));
        await this.sleep(STORE_AGAIN_MS);
      }
    }
  }

  private get sending(): string {
    return `sending notifications by ${this.deps.channel.name}`;
  }

  private scrubbed(error: unknown): unknown {
    return error instanceof Fault ? error : new Error(this.deps.scrub(stackOf(error)));
  }

  private async handle(row: Delivery): Promise<void> {
    const verdict = await this.deps.review(row, this.leaving.signal);
    if (this.leaving.signal.aborted) return;
    switch (verdict.status) {
      case "drop":
        return this.note(row.key, (now) =>
          now.state === "waiting"
            ? { state: "dropped", outcome: `dropped: ${verdict.why}`, settled_at: this.now }
            : null,
        );
      case "later":
        return this.note(row.key, (now) =>
          now.state === "waiting" ? { due_at: verdict.at, outcome: `waits: ${verdict.why}` } : null,
        );
      case "send":
        return this.send({ ...row, notification: verdict.notification });
      default:
        return verdict satisfies never;
    }
  }

  private async send(row: Delivery): Promise<void> {
    const { channel, log, scrub, settled, onGone } = this.deps;
    try {
      await this.attempt(row.notification);
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      const fault = error instanceof ChannelFault ? error : new ChannelFault(messageOf(error));
      const message = scrub(fault.message);
      this.lastFailure = { at: this.now, message };
      log.warn({ channel: channel.name, key: row.key, lasting: fault.lasting, err: message }, "not delivered");
      await this.note(row.key, (now) => this.failed(now, fault, message));
      settled(row, false);
      if (fault.gone) onGone();
      return;
    }
    this.lastFailure = null;
    // record it as sent, whatever became of the attention meanwhile
    await this.note(row.key, ({ attempts }) => ({
      state: "sent",
      notification: row.notification,
      outcome: "sent",
      attempts: attempts + 1,
      settled_at: this.now,
    }));
    settled(row, true);
  }

  /** Enforces the timeout even if the channel ignores its signal. */
  private async attempt(notification: Notification): Promise<void> {
    const { channel, timeoutMs } = this.deps;
    const timeout = new AbortController();
    const signal = AbortSignal.any([timeout.signal, this.stopping.signal]);
    let timer: NodeJS.Timeout | undefined;
    let leave = () => {};
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new ChannelFault(`no answer within ${timeoutMs / 1_000} s`));
        timeout.abort();
      }, timeoutMs);
      leave = () => reject(new ChannelFault("the daemon ends"));
      this.stopping.signal.addEventListener("abort", leave, { once: true });
    });
    try {
      await Promise.race([channel.send(notification, signal), late]);
    } finally {
      clearTimeout(timer);
      this.stopping.signal.removeEventListener("abort", leave);
    }
  }

  private failed(row: Delivery, fault: ChannelFault, message: string): Partial<Delivery> | null {
    if (row.state !== "waiting") return null;
    const { now } = this;
    const attempts = row.attempts + 1;
    const failing_since = row.failing_since ?? now;
    const counted = { attempts, failing_since, outcome: message };
    // the channel is gone for good: dropped, not a dead letter to retry
    if (fault.gone) return { ...counted, state: "dropped", outcome: `dropped: gone: ${message}`, settled_at: now };
    if (fault.lasting || now - failing_since >= GIVE_UP_MS) return { ...counted, state: "dead", settled_at: now };
    const due_at = now + retryDelay(attempts, fault.retryAfterMs, Math.random());
    return { ...counted, due_at: Math.min(due_at, failing_since + GIVE_UP_MS) };
  }

  /** Retries until it is stored: otherwise the notification would be sent again. */
  private async note(key: string, change: (now: Delivery) => Partial<Delivery> | null): Promise<void> {
    const { store, log, channel } = this.deps;
    for (;;) {
      try {
        store.transact(() => {
          const now = store.delivery(key);
          const changed = now && change(now);
          if (changed !== null && now !== null) store.saveDelivery({ ...now, ...changed });
        });
        return;
      } catch (error) {
        log.error(
          { channel: channel.name, key, err: String(error) },
          "what became of a notification is not stored: again",
        );
        if (this.stopping.signal.aborted) return;
        await this.sleep(STORE_AGAIN_MS);
      }
    }
  }

  private get now(): number {
    return this.deps.clock.now();
  }

  private async sleep(ms: number): Promise<void> {
    if (this.isAwake) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeUp = () => {};
  }
}
