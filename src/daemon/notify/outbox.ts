import { isUnknown } from "../../core/notify/is-unknown.ts";
import { deliveryKey, notificationOf } from "../../core/notify/notification-of.ts";
import { type Calling, callOf, type Lane, type PlanContext, plan } from "../../core/notify/plan.ts";
import { isRetold, isSameCall } from "../../core/notify/same-call.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Delivery } from "../../core/protocol/notify.ts";
import type { NotifyRule } from "../../core/protocol/settings-notify.ts";
import type { Clock } from "../clock.ts";
import type { OutboxStore } from "../store/store.ts";

export interface OutboxDeps {
  store: OutboxStore;
  rules: readonly NotifyRule[];
  lanes(): readonly Lane[];
  minuteOfDay(at: number): number;
  /** Where others can open the dashboard; empty for nowhere. */
  dashboard: string;
  clock: Clock;
  /** Something may be due soon: not before the transaction is over. */
  onNew(): void;
}

type Shown = Omit<PaneItem, "state_version">;

/** A channel that is new hears of what has been open for so long at most; of the rest somebody knows by now. */
const NEWS_MS = 3_600_000;
const KNOWN = "it was open long before this channel";
/** After these a person knows of it; whatever else was dropped is told if its call stands again. */
const KNOWN_TO_PEOPLE: ReadonlySet<string | null> = new Set([
  "dropped: seen",
  "dropped: told already",
  `dropped: ${KNOWN}`,
]);

/** What is to be told to people. Rows begin and end in the transaction of the state that raises or closes the call. */
export class Outbox {
  private readonly deps: OutboxDeps;

  constructor(deps: OutboxDeps) {
    this.deps = deps;
  }

  /** Inside the transaction of a pane's state. `seenThrough`: the newest call of who lives there that a person has seen. */
  heed(before: PaneItem | undefined, now: Shown | null, seenThrough: number): void {
    const was = callOf(before);
    const is = callOf(now);
    if ((was === null && is === null) || this.deps.lanes().length === 0) return;
    if (is !== null && (was === null || !isSameCall(was, is)))
      this.open(is, was !== null && isRetold(was, is) ? was : null);
    const why = was === null || (is !== null && isSameCall(was, is)) ? null : whyClosed(was, now, is, seenThrough);
    if (was !== null && why !== null) this.drop(was, why);
    if (is !== null && is.attention.raised_at <= seenThrough) this.drop(is, "seen");
  }

  /** After a start, and when a lane is new: each open call that a lane has not heard of gets its row. */
  catchUp(items: readonly PaneItem[], seenThrough: (runtimeId: string) => number): void {
    const newsSince = this.deps.clock.now() - NEWS_MS;
    for (const item of items) {
      const call = callOf(item);
      if (call === null) continue;
      this.open(call, null, call.attention.raised_at < newsSince);
      if (call.attention.raised_at <= seenThrough(call.runtime_id)) this.drop(call, "seen");
    }
  }

  /** What waits for a lane that is no more. */
  abandon(channel: string, why: string): void {
    for (const row of this.deps.store.waitingFor(channel, Number.MAX_SAFE_INTEGER)) this.settle(row, why);
  }

  /** `isKnown`: a lane that has no row for it is not to tell it. */
  private open(call: Calling, retold: Calling | null, isKnown = false): void {
    const { store, rules, lanes, minuteOfDay, clock, dashboard, onNew } = this.deps;
    const now = clock.now();
    const rowOf = ({ runtime_id, attention }: Calling, lane: string) =>
      store.delivery(deliveryKey(runtime_id, attention.attention_id, lane));
    const lastSentAt = (lane: string) => store.lastSentAt(call.runtime_id, lane);
    // one that stands again has to stand as long as any other before it is told
    const openSince = (lane: string) => (rowOf(call, lane) === null ? call.attention.raised_at : now);
    const context: PlanContext = { lanes: lanes(), lastSentAt, minuteOfDay, openSince };
    for (const { lane, due_at, terms } of plan(call, rules, context)) {
      const before = rowOf(call, lane);
      if (before !== null && !mayStandAgain(before)) continue;
      const former = retold && rowOf(retold, lane);
      const notification = notificationOf(call, lane, dashboard);
      const row: Delivery = {
        key: notification.key,
        channel: lane,
        state: "waiting",
        notification,
        terms,
        created_at: before?.created_at ?? now,
        due_at,
        attempts: before?.attempts ?? 0,
        failing_since: before?.failing_since ?? null,
        outcome: null,
        settled_at: null,
        ...(former === null ? {} : inheritedFrom(former, now)),
      };
      if (before !== null) store.saveDelivery(row);
      else store.addDelivery(isKnown ? dropped(row, KNOWN, now) : row);
    }
    onNew();
  }

  private drop({ runtime_id, attention }: Calling, why: string): void {
    for (const row of this.deps.store.deliveriesOf(runtime_id, attention.attention_id)) this.settle(row, why);
  }

  private settle(row: Delivery, why: string): void {
    if (row.state === "waiting") this.deps.store.saveDelivery(dropped(row, why, this.deps.clock.now()));
  }
}

function dropped(row: Delivery, why: string, settled_at: number): Delivery {
  return { ...row, state: "dropped", outcome: `dropped: ${why}`, settled_at };
}

/** Another call covered it, or nobody could look for a while: it was not told, so it is told when it stands again. */
function mayStandAgain({ state, outcome }: Delivery): boolean {
  return state === "dropped" && !KNOWN_TO_PEOPLE.has(outcome);
}

/** A call under another name goes on where it was. */
function inheritedFrom(former: Delivery, now: number): Partial<Delivery> {
  const { state, due_at, attempts, failing_since, outcome } = former;
  switch (state) {
    case "waiting":
      return { due_at, attempts, failing_since, outcome };
    case "dropped":
      return mayStandAgain(former) ? {} : { state, outcome, settled_at: now };
    case "dead":
      return { state, attempts, failing_since, outcome, settled_at: now };
    case "sent":
      return { state: "dropped", outcome: "dropped: told already", settled_at: now };
    default:
      return state satisfies never;
  }
}

/** Null where it may stand as before: nobody knows. */
function whyClosed(was: Calling, now: Shown | null, is: Calling | null, seenThrough: number): string | null {
  if (is !== null && isRetold(was, is)) return "told by another source too";
  if (now === null || now.runtime_id !== was.runtime_id || now.reason_code === "runtime_ended") return "gone";
  if (was.attention.raised_at <= seenThrough) return "seen";
  return is === null && isUnknown(now) ? null : "answered";
}
