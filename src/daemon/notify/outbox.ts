import { isUnknown } from "../../core/notify/is-unknown.ts";
import { deliveryKey, notificationOf } from "../../core/notify/notification-of.ts";
import {
  type DeliveryQueue,
  type NotifiablePane,
  notifiableOf,
  type PlanContext,
  type Planned,
  plan,
} from "../../core/notify/plan.ts";
import { endedAgain, isEnd, isSameCall, isSameCallUnderNewId } from "../../core/notify/same-call.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Delivery } from "../../core/protocol/notify/notify.ts";
import type { NotifyRule } from "../../core/protocol/settings/settings-notify.ts";
import type { Clock } from "../base/clock.ts";
import type { OutboxStore } from "../store/outbox-store.ts";

export interface OutboxDeps {
  store: OutboxStore;
  rules: readonly NotifyRule[];
  queues(): readonly DeliveryQueue[];
  minuteOfDay(at: number): number;
  /** Public address of the dashboard; empty if there is none. */
  dashboard: string;
  clock: Clock;
  /** How long an approval waits for rules, which may answer it, before it calls anybody. */
  judgingMs?(): number;
  /** Called when something may be due; must take effect after the transaction only. */
  onNew(): void;
}

type Shown = Omit<PaneItem, "state_version">;

/** An attention that opens. */
interface Opening {
  call: NotifiablePane;
  /** The earlier attention that it repeats under another id. */
  retold: NotifiablePane | null;
  /** When an event last said that the agent works. */
  workedAt: number;
  /** Queues without a row for it do not notify it. */
  isKnown: boolean;
}

/** A new channel gets attention that has been open no longer than this; older attention is assumed to be known. */
const NEWS_MS = 3_600_000;
const KNOWN = "it was open long before this channel";
/** Outcomes after which a person knows of it; other dropped rows are notified if their attention is open again. */
const REACHED_A_PERSON = ["dropped: seen", "dropped: told already", "dropped: told on ", `dropped: ${KNOWN}`];

/** Stored notifications. Rows begin and end in the transaction of the state that opens or closes the attention. */
export class Outbox {
  private readonly deps: OutboxDeps;
  /** Each runtime's last end-of-turn attention: its id may change after a moment of work that only a level saw. */
  private readonly lastEnds = new Map<string, NotifiablePane>();

  constructor(deps: OutboxDeps) {
    this.deps = deps;
  }

  /**
   * Call inside the transaction of a pane's state. `seenThrough`: time of the runtime's newest attention that a person
   * has seen; `workedAt`: when an event last said that the agent works.
   */
  handle(before: PaneItem | undefined, now: Shown | null, seenThrough: number, workedAt = 0): void {
    const was = notifiableOf(before);
    const is = notifiableOf(now);
    if ((was === null && is === null) || this.deps.queues().length === 0) return;
    const isStill =
      was !== null && is !== null && isSameCall(was, is) && !endedAgain(was.attention, is.attention, workedAt);
    if (is !== null && !isStill)
      this.open({ call: is, retold: this.previousCallOf(is, was, workedAt), workedAt, isKnown: false });
    if (was !== null && isEnd(was.attention.kind)) {
      if (now?.runtime_id === was.runtime_id) this.lastEnds.set(was.runtime_id, was);
      else this.lastEnds.delete(was.runtime_id);
    }
    const why = was === null || isStill ? null : whyClosed(was, now, is, seenThrough, workedAt);
    if (was !== null && why !== null) this.drop(was, why);
    if (is !== null && is.attention.raised_at <= seenThrough) this.drop(is, "seen");
  }

  /** After a start, or for a new queue: adds the missing rows of open attention. */
  catchUp(items: readonly PaneItem[], seenThrough: (runtimeId: string) => number): void {
    const newsSince = this.deps.clock.now() - NEWS_MS;
    for (const item of items) {
      const call = notifiableOf(item);
      if (call === null) continue;
      const { raised_at, resumed_at = raised_at } = call.attention;
      this.open({ call, retold: null, workedAt: 0, isKnown: resumed_at < newsSince });
      if (call.attention.raised_at <= seenThrough(call.runtime_id)) this.drop(call, "seen");
    }
  }

  /** Drops the waiting rows of a removed queue. */
  abandon(channel: string, why: string): void {
    for (const row of this.deps.store.waitingFor(channel, Number.MAX_SAFE_INTEGER)) this.settle(row, why);
  }

  /** The earlier attention that this one repeats under another id, if any. */
  private previousCallOf(is: NotifiablePane, was: NotifiablePane | null, workedAt: number): NotifiablePane | null {
    const last = was ?? this.lastEnds.get(is.runtime_id);
    return last !== undefined && isSameCallUnderNewId(last, is, workedAt) ? last : null;
  }

  private open(opening: Opening): void {
    const { store, rules, queues, minuteOfDay, clock, judgingMs, onNew } = this.deps;
    const { call } = opening;
    const now = clock.now();
    const context: PlanContext = {
      ...{ queues: queues(), minuteOfDay },
      lastSentAt: (queue) => store.lastSentAt(call.runtime_id, queue),
      openSince: (queue) => this.openSince(opening, queue, now),
    };
    const judgedBy = call.attention.kind === "approval" ? now + (judgingMs?.() ?? 0) : 0;
    for (const planned of plan(call, rules, context))
      this.keep(opening, { ...planned, due_at: Math.max(planned.due_at, judgedBy) }, now);
    onNew();
  }

  /** Attention that opens again must stay open as long as new attention before it is notified. */
  private openSince(opening: Opening, queue: string, now: number): number {
    const { call } = opening;
    const row = this.rowOf(call, queue);
    // the clock of another member may be ahead of ours
    return row === null || isOfEarlierCall(row, opening) ? Math.min(call.attention.raised_at, now) : now;
  }

  /** Adds the row of one queue, or opens it again. */
  private keep(opening: Opening, { queue, terms, due_at }: Planned, now: number): void {
    const { store, dashboard } = this.deps;
    const { call, retold, isKnown } = opening;
    const last = this.rowOf(call, queue);
    const isAgain = last !== null && isOfEarlierCall(last, opening);
    const before = isAgain ? null : last;
    if (before !== null && !mayReopen(before)) return;
    const former = retold && this.rowOf(retold, queue);
    const told = notificationOf(call, queue, dashboard);
    const key = isAgain ? keyAgain(call, queue) : (before?.key ?? told.key);
    const row: Delivery = {
      key,
      channel: queue,
      state: "waiting",
      notification: { ...told, key },
      terms,
      created_at: before?.created_at ?? now,
      due_at,
      attempts: before?.attempts ?? 0,
      failing_since: before?.failing_since ?? null,
      outcome: null,
      settled_at: null,
      ...(former === null ? {} : outcomeOfPrevious(former, now)),
    };
    if (before !== null) store.saveDelivery(row);
    else store.addDelivery(isKnown ? dropped(row, KNOWN, now) : row);
  }

  /** The newest row of that attention; there are several if its turn ended more than once. */
  private rowOf({ runtime_id, attention }: NotifiablePane, queue: string): Delivery | null {
    const rows = this.deps.store.deliveriesOf(runtime_id, attention.attention_id);
    const own = rows.filter(({ channel }) => channel === queue);
    const isNewer = (a: Delivery, b: Delivery) =>
      b.notification.raised_at - a.notification.raised_at || b.created_at - a.created_at;
    return own.sort(isNewer)[0] ?? null;
  }

  private drop({ runtime_id, attention }: NotifiablePane, why: string): void {
    for (const row of this.deps.store.deliveriesOf(runtime_id, attention.attention_id))
      if (row.notification.raised_at <= attention.raised_at) this.settle(row, why);
  }

  private settle(row: Delivery, why: string): void {
    if (row.state === "waiting") this.deps.store.saveDelivery(dropped(row, why, this.deps.clock.now()));
  }
}

function dropped(row: Delivery, why: string, settled_at: number): Delivery {
  return { ...row, state: "dropped", outcome: `dropped: ${why}`, settled_at };
}

/** Its turn ended once more since, or it was put off until now. */
function isOfEarlierCall(row: Delivery, { call: { attention }, workedAt }: Opening): boolean {
  return endedAgain(row.notification, attention, workedAt) || isOfBeforeSnooze(row, attention);
}

/** Another key: receivers would take the old one for a duplicate. */
function keyAgain({ runtime_id, attention }: NotifiablePane, queue: string): string {
  const { attention_id, raised_at, resumed_at = raised_at } = attention;
  return deliveryKey(runtime_id, `${attention_id}+${resumed_at}`, queue);
}

/** Notifications from before a snooze do not count for the call after it. */
function isOfBeforeSnooze({ created_at }: Delivery, { resumed_at }: NotifiablePane["attention"]): boolean {
  return resumed_at !== undefined && created_at < resumed_at;
}

/** Dropped because other attention covered it or the target was out of sight: notified when it opens again. */
function mayReopen({ state, outcome }: Delivery): boolean {
  return state === "dropped" && !REACHED_A_PERSON.some((each) => outcome?.startsWith(each));
}

/** Attention under another id continues the delivery of the former one. */
function outcomeOfPrevious(former: Delivery, now: number): Partial<Delivery> {
  const { state, due_at, attempts, failing_since, outcome } = former;
  switch (state) {
    case "waiting":
      return { due_at, attempts, failing_since, outcome };
    case "dropped":
      return mayReopen(former) ? {} : { state, outcome, settled_at: now };
    case "dead":
      return { state, attempts, failing_since, outcome, settled_at: now };
    case "sent":
      return { state: "dropped", outcome: "dropped: told already", settled_at: now };
    default:
      return state satisfies never;
  }
}

/** Null if it is unknown whether it closed. */
function whyClosed(
  was: NotifiablePane,
  now: Shown | null,
  is: NotifiablePane | null,
  seenThrough: number,
  workedAt: number,
): string | null {
  if (is !== null && isSameCallUnderNewId(was, is, workedAt)) return "told by another source too";
  if (now === null || now.runtime_id !== was.runtime_id || now.reason_code === "runtime_ended") return "gone";
  if (was.attention.raised_at <= seenThrough) return "seen";
  if (now.snoozed_until !== null) return "snoozed";
  return is === null && isUnknown(now) ? null : "answered";
}
