import { retryDelay } from "../../core/notify/retry-delay.ts";
import { Fault, messageOf } from "../../core/protocol/fault.ts";
import type { Delivery, Notification } from "../../core/protocol/notify.ts";
import type { Clock } from "../clock.ts";
import { stackOf, type WorkReport } from "../failures.ts";
import type { Log } from "../log.ts";
import type { OutboxStore, Store } from "../store/store.ts";
import { type Channel, ChannelFault } from "./channel.ts";
import type { Verdict } from "./review.ts";

export interface LaneDeps {
  channel: Channel;
  store: OutboxStore & Pick<Store, "transact">;
  failures: WorkReport;
  clock: Clock;
  log: Log;
  timeoutMs: number;
  /** Whether it is to be sent now. */
  review(row: Delivery, signal: AbortSignal): Promise<Verdict>;
  /** Takes out whatever must not be kept. */
  scrub(text: string): string;
  /** A device has unsubscribed. */
  onGone(): void;
}

const GIVE_UP_MS = 24 * 3_600_000;
const LONGEST_SLEEP_MS = 30_000;
const STORE_AGAIN_MS = 1_000;
/** What is under way when the daemon ends may come to its end. */
const LEAVE_MS = 1_000;

/** One channel's own way out: one at a time, so that a slow one holds up nobody but itself and a kill repeats one at most. */
export class LaneWorker {
  lastFailure: { at: number; message: string } | null = null;
  private readonly deps: LaneDeps;
  private readonly stopping = new AbortController();
  private readonly leaving = new AbortController();
  private wakeUp: () => void = () => {};
  private isAwake = false;
  private readonly work: Promise<void>;

  constructor(deps: LaneDeps) {
    this.deps = deps;
    this.work = this.run();
  }

  /** Something may be due. */
  wake(): void {
    this.isAwake = true;
    this.wakeUp();
  }

  /** Nothing is begun any more; what is under way gets a moment. */
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
    const { channel, log, scrub, onGone } = this.deps;
    try {
      await this.attempt(row.notification);
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      const fault = error instanceof ChannelFault ? error : new ChannelFault(messageOf(error));
      const message = scrub(fault.message);
      this.lastFailure = { at: this.now, message };
      log.warn({ channel: channel.name, key: row.key, lasting: fault.lasting, err: message }, "not delivered");
      await this.note(row.key, (now) => this.failed(now, fault, message));
      if (fault.gone) onGone();
      return;
    }
    this.lastFailure = null;
    // whatever became of the call meanwhile: it was sent
    await this.note(row.key, ({ attempts }) => ({
      state: "sent",
      notification: row.notification,
      outcome: "sent",
      attempts: attempts + 1,
      settled_at: this.now,
    }));
  }

  /** Also a channel that does not heed the signal is over in time. */
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
    // nobody can ever be told there: no letter to try again
    if (fault.gone) return { ...counted, state: "dropped", outcome: `dropped: gone: ${message}`, settled_at: now };
    if (fault.lasting || now - failing_since >= GIVE_UP_MS) return { ...counted, state: "dead", settled_at: now };
    const due_at = now + retryDelay(attempts, fault.retryAfterMs, Math.random());
    return { ...counted, due_at: Math.min(due_at, failing_since + GIVE_UP_MS) };
  }

  /** Tries until it is stored: what was sent and is not known as sent would be sent again. */
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
