import { testNotification } from "../../core/notify/notification-of.ts";
import { rulesOf, ruleWords } from "../../core/notify/rules.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type {
  Delivery,
  NotifyRetried,
  NotifyRetryRequest,
  NotifyStatus,
  NotifyTested,
  PushState,
  PushSubscribe,
  PushSubscription,
} from "../../core/protocol/notify/notify.ts";
import type { NotifyRule, NotifySettings } from "../../core/protocol/settings/settings-notify.ts";
import { attempt, type WorkReport } from "../base/failures.ts";
import type { FleetChange } from "../publish/fleet.ts";
import type { OutboxStore } from "../store/outbox-store.ts";
import type { Store } from "../store/store.ts";
import { type ChannelDeps, ChannelFault } from "./channels/channel.ts";
import { createChannel } from "./channels/create-channel.ts";
import { createPush } from "./channels/push.ts";
import { loadVapid } from "./channels/vapid.ts";
import { DeliveryQueues, type OpenQueue } from "./delivery-queues.ts";
import { followOthers } from "./follow-others.ts";
import { Outbox } from "./outbox.ts";
import { PushSubscriptions } from "./push-subscriptions.ts";
import { QueueWorker } from "./queue-worker.ts";
import { type FleetTurns, type ReviewDeps, review, type Verdict } from "./review.ts";
import { Secrets } from "./secrets.ts";
import { channelItem, totals } from "./status-of-channels.ts";

export interface NotifierDeps
  extends Omit<ChannelDeps, "secret" | "delivery">,
    Omit<ReviewDeps, "lastSentAt" | "minuteOfDay"> {
  settings: NotifySettings;
  /** Public address of the dashboard; empty if there is none. */
  dashboard: string;
  store: OutboxStore & Pick<Store, "transact" | "unit">;
  environment: NodeJS.ProcessEnv;
  failures: WorkReport;
  judgingMs?(): number;
  /** Whether somebody uses a terminal or the dashboard of this daemon. */
  isInUse(signal: AbortSignal): Promise<boolean>;
  /** Replaced in tests. */
  create?: typeof createChannel;
}

const MAX_LISTED = 200;
const CATCH_UP_AGAIN_MS = 5_000;

/** From attention to a person: the outbox stores notifications, and each channel's worker delivers them. */
export class Notifier {
  readonly outbox: Outbox;
  private readonly deps: NotifierDeps;
  private readonly secrets: Secrets;
  private readonly rules: readonly NotifyRule[];
  private readonly queues = new DeliveryQueues((queue) => this.workerOf(queue));
  private readonly push: PushSubscriptions;
  private again: NodeJS.Timeout | undefined;
  private turns: FleetTurns | null = null;

  constructor(deps: NotifierDeps) {
    const { store, settings, clock, dashboard } = deps;
    this.deps = deps;
    this.secrets = new Secrets(deps.environment);
    this.rules = rulesOf(settings);
    for (const [name, channel] of Object.entries(settings.channels)) {
      if (channel.kind === "push") continue;
      const create = deps.create ?? createChannel;
      const references = referencesIn(channel);
      this.queues.enter({
        name,
        queue: name,
        channel: create(name, channel, this.channelDeps()),
        references,
        device: null,
        isOwnOnly: channel.kind === "tmux" && channel.show === "flag",
      });
    }
    const onAdded = (subscription: PushSubscription) => {
      this.admit(subscription);
      this.catchUp();
    };
    const onRemoved = ({ id }: PushSubscription) =>
      this.unregisterSession(`push:${id}`, "gone: the device has unsubscribed");
    this.push = new PushSubscriptions({ store, clock, onAdded, onRemoved });
    for (const subscription of this.push.all()) this.admit(subscription);
    this.outbox = new Outbox({
      store,
      rules: this.rules,
      queues: () => this.queues.all(),
      minuteOfDay,
      dashboard,
      clock,
      ...(deps.judgingMs !== undefined && { judgingMs: deps.judgingMs }),
      onNew: () => store.unit.afterCommit(() => this.queues.wake(), this),
    });
  }

  /** Who looks at what here. */
  get people(): Pick<NotifierDeps, "isWatched" | "isInUse"> {
    return this.deps;
  }

  joinFleet(turns: FleetTurns): void {
    this.turns = turns;
  }

  /** Call before changes of other members' panes are published. */
  followOthers(change: FleetChange): void {
    followOthers(change, this.outbox, this.deps);
  }

  /** Call after this machine was observed for the first time, so that attention answered meanwhile is known. */
  start(): void {
    this.catchUp();
    this.queues.open();
  }

  async stop(): Promise<void> {
    clearTimeout(this.again);
    await this.queues.close();
  }

  status(): NotifyStatus {
    const { store, clock } = this.deps;
    const waiting = this.queues
      .all()
      .flatMap(({ queue }) => store.waitingFor(queue, MAX_LISTED))
      .sort((one, other) => one.due_at - other.due_at);
    const dead = store.deliveries("dead", MAX_LISTED);
    const counted = store.countDeliveries();
    const failing = [...dead, ...waiting.filter(({ failing_since }) => failing_since !== null)];
    const channels = this.queues.all().map(({ queue, channel, references, device }) =>
      channelItem(queue, channel.kind, device, {
        fault: references.flatMap((each) => this.secrets.faultOf(each) ?? [])[0] ?? null,
        counted,
        lastSent: store.lastSentAt(null, queue),
        failing: failing.filter((each) => each.channel === queue),
        lastFailure: this.queues.lastFailure(queue),
        lastTest: this.queues.lastTest(queue),
      }),
    );
    return {
      schema_version: 1,
      generated_at: clock.now(),
      channels,
      rules: this.rules.map(ruleWords),
      counts: totals(counted),
      waiting: waiting.slice(0, MAX_LISTED),
      dead,
    };
  }

  /** Sends a test directly, past the outbox, and reports the result. */
  async test(name: string): Promise<NotifyTested> {
    const { clock, settings, dashboard, log } = this.deps;
    const found = this.queues.find(name);
    if (found === undefined) throw new Fault("E_CHANNEL_NOT_FOUND", this.noSuch(name), { channel: name });
    const { channel, queue } = found;
    const began = clock.now();
    try {
      const signal = AbortSignal.timeout(settings.timeout);
      const late = new Promise<never>((_, reject) => {
        const words = `no answer within ${settings.timeout / 1_000} s`;
        signal.addEventListener("abort", () => reject(new ChannelFault(words)), { once: true });
      });
      await Promise.race([channel.send(testNotification(queue, began, dashboard), signal), late]);
    } catch (error) {
      const message = this.secrets.scrub(error instanceof Error ? error.message : String(error));
      log.warn({ channel: queue, err: message }, "a test was not delivered");
      this.queues.noteTest(queue, { at: clock.now(), fault: message });
      throw new Fault("E_CHANNEL_FAILED", `${queue}: ${message}`, { channel: queue });
    }
    const now = clock.now();
    this.queues.noteTest(queue, { at: now, fault: null });
    return { schema_version: 1, channel: queue, kind: channel.kind, took_ms: now - began };
  }

  retry(request: NotifyRetryRequest): NotifyRetried {
    const { store, clock } = this.deps;
    const dead =
      "all" in request
        ? store.deliveries("dead", Number.MAX_SAFE_INTEGER).filter(({ channel }) => this.queues.has(channel))
        : [this.deadLetter(request.key)];
    const fresh = { state: "waiting", attempts: 0, failing_since: null, settled_at: null } as const;
    store.transact(() => {
      for (const row of dead)
        store.saveDelivery({ ...row, ...fresh, due_at: clock.now(), outcome: "tried again by hand" });
    });
    this.queues.wake();
    return { schema_version: 1, keys: dead.map(({ key }) => key) };
  }

  pushState(deviceId: string | null): PushState {
    const endpoints = this.push.of(deviceId).map(({ endpoint }) => endpoint);
    return { schema_version: 1, public_key: loadVapid(this.deps.vapidPath).publicKey, endpoints };
  }

  subscribe(subscription: PushSubscribe, deviceId: string | null): PushState {
    this.push.subscribe(subscription, deviceId);
    return this.pushState(deviceId);
  }

  unsubscribe(endpoint: string, deviceId: string | null): PushState {
    this.push.unsubscribe(endpoint, deviceId);
    return this.pushState(deviceId);
  }

  removeDevice(deviceId: string): void {
    this.push.removeDevice(deviceId);
  }

  /** Retried while the store fails: missing notifications must not stop the daemon. */
  private catchUp(): void {
    const { store, panes, seenThrough, failures } = this.deps;
    clearTimeout(this.again);
    const isDone = attempt(failures, "finding calls that were not notified yet", () =>
      store.transact(() => {
        for (const { channel } of store.countDeliveries())
          if (!this.queues.has(channel)) this.outbox.abandon(channel, "there is no such channel any more");
        this.outbox.catchUp([...panes(), ...(this.turns?.others() ?? [])], seenThrough);
      }),
    );
    if (!isDone) this.again = setTimeout(() => this.catchUp(), CATCH_UP_AGAIN_MS);
  }

  private channelDeps(): ChannelDeps {
    return {
      ...this.deps,
      secret: (reference) => this.secrets.read(reference),
      delivery: (key) => this.deps.store.delivery(key),
    };
  }

  private admit(subscription: PushSubscription): void {
    const { settings } = this.deps;
    const queue = `push:${subscription.id}`;
    const own = settings.channels.push;
    const channel = createPush(queue, subscription, own?.kind === "push" ? own : {}, this.channelDeps());
    this.queues.enter({ name: "push", queue, channel, references: [], device: subscription.device_id });
  }

  private unregisterSession(queue: string, why: string): void {
    this.queues.remove(queue);
    this.deps.store.transact(() => this.outbox.abandon(queue, why));
  }

  private workerOf({ channel, queue, device }: OpenQueue): QueueWorker {
    const { store, failures, clock, log, settings } = this.deps;
    return new QueueWorker({
      channel,
      store,
      failures,
      clock,
      log,
      timeoutMs: settings.timeout,
      review: (row, signal) => this.review(row, signal),
      scrub: (text) => this.secrets.scrub(text),
      settled: (row, isTold) => this.turns?.settled(row, isTold),
      onGone: () => device !== null && this.push.remove(queue.slice("push:".length)),
    });
  }

  private async review(row: Delivery, signal: AbortSignal): Promise<Verdict> {
    const lastSentAt = (runtimeId: string, queue: string) => this.deps.store.lastSentAt(runtimeId, queue);
    const verdict = await review(row, { ...this.deps, lastSentAt, minuteOfDay }, signal);
    if (verdict.status !== "send" || this.turns === null) return verdict;
    return (await this.turns.turn(row, signal)) ?? verdict;
  }

  private deadLetter(key: string): Delivery {
    const row = this.deps.store.delivery(key);
    if (row?.state === "dead" && this.queues.has(row.channel)) return row;
    if (row?.state === "dead")
      throw new Fault("E_CHANNEL_NOT_FOUND", this.noSuch(row.channel), { channel: row.channel, key });
    const words = "no dead letter has this key; 'agtmux notify status' lists them";
    throw new Fault("E_DELIVERY_NOT_FOUND", words, { key });
  }

  private noSuch(name: string): string {
    const names = this.queues.all().map(({ queue }) => queue);
    const there =
      names.length === 0
        ? "none is set up: 'agtmux notify add desktop' (or ntfy, slack, …) adds one"
        : names.join(", ");
    return `no channel is called ${JSON.stringify(name)}; ${names.length === 0 ? there : `there are ${there}`}`;
  }
}

/** The secret references in a channel's settings. */
function referencesIn(settings: object): string[] {
  return Object.values(settings).filter((value) => typeof value === "string" && /^(env|file):/.test(value));
}

/** Minute of the local day: quiet hours are in the person's time zone. */
function minuteOfDay(at: number): number {
  const date = new Date(at);
  return date.getHours() * 60 + date.getMinutes() + date.getSeconds() / 60;
}
