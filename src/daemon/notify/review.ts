import { isUnknown, isUnreachable } from "../../core/notify/is-unknown.ts";
import { notificationOf } from "../../core/notify/notification-of.ts";
import { type NotifiablePane, notBefore, notifiableOf, type PlanContext } from "../../core/notify/plan.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Delivery, Notification } from "../../core/protocol/notify/notify.ts";
import type { Clock } from "../base/clock.ts";
import { VISIT_MS } from "./watched.ts";

/** The decision about a due row. */
export type Verdict =
  /** With current texts: since it was planned, the pane may have moved and the agent may have said more. */
  | { status: "send"; notification: Notification }
  | { status: "later"; at: number; why: string }
  | { status: "drop"; why: string };

/** In a fleet a call is told by the channels of one member. */
export interface FleetTurns {
  /** Panes of other members that our channels may tell of. */
  others(): readonly PaneItem[];
  /** Null if our channels may tell of it now. */
  turn(row: Delivery, signal: AbortSignal): Promise<Exclude<Verdict, { status: "send" }> | null>;
  /** Called after each attempt. */
  settled(row: Delivery, isTold: boolean): void;
}

export interface ReviewDeps {
  /** Also panes of other members. */
  itemAt(target: string, paneId: string): PaneItem | undefined;
  /** Time of the runtime's newest attention that a person has seen. */
  seenThrough(runtimeId: string): number;
  isWatched(item: Pick<PaneItem, "identity">, signal: AbortSignal): Promise<boolean>;
  /** Whether it is not known yet if that target responds. */
  isInDoubt(target: string): boolean;
  lastSentAt(runtimeId: string, queue: string): number | null;
  minuteOfDay: PlanContext["minuteOfDay"];
  /** Public address of the dashboard; empty if there is none. */
  dashboard: string;
  clock: Clock;
}

/** How often to check again while somebody looks at the pane, or its state is unknown. */
const LOOK_AGAIN_MS = 15_000;
const IN_DOUBT_MS = 1_000;
/** By then a person who looks at a finished agent has seen that, and need not be told (see `Visits`). */
const VISITED_MS = VISIT_MS + 1_000;
/** A title or control sequence raises attention at once; the screen, which has the text, is read by then. */
const WORDS_MS = 3_000;

/** Checks a due row again: meanwhile people may have answered or looked, or quiet hours begun. */
export async function review(row: Delivery, deps: ReviewDeps, signal: AbortSignal): Promise<Verdict> {
  const { terms, channel, notification } = row;
  // the clock of another member may be ahead of ours
  const raisedAt = Math.min(notification.raised_at, row.created_at);
  const before = standing(row, deps);
  if (before.status !== "open") return before;
  const now = deps.clock.now();
  const lastSentAt = (queue: string) => deps.lastSentAt(notification.runtime_id, queue);
  const at = notBefore(now, terms, channel, { lastSentAt, minuteOfDay: deps.minuteOfDay });
  if (at > now) return { status: "later", at, why: "quiet hours, or the last one was a moment ago" };
  // an answer given there while we were disconnected is not known yet
  if (deps.isInDoubt(notification.identity.target))
    return { status: "later", at: now + IN_DOUBT_MS, why: "its machine has not answered yet" };
  const wordsBy = wantsWords(before.call) ? raisedAt + WORDS_MS : now;
  if (wordsBy > now) return { status: "later", at: wordsBy, why: "its screen is still to be read" };
  const visitedBy = before.call.shelf === "done" ? raisedAt + VISITED_MS : now;
  if (!terms.only_if_unwatched && visitedBy <= now) return send(row, before.call, deps);
  if (await deps.isWatched(before.call, signal)) {
    const again = visitedBy > now ? visitedBy : deps.clock.now() + LOOK_AGAIN_MS;
    return { status: "later", at: again, why: "somebody looks at it" };
  }
  // it may have been answered meanwhile
  const after = standing(row, deps);
  return after.status === "open" ? send(row, after.call, deps) : after;
}

function wantsWords({ attention: { kind, message, source } }: NotifiablePane): boolean {
  return (kind === "approval" || kind === "input") && source === "hook" && message === "";
}

function send({ key, channel }: Delivery, call: NotifiablePane, { dashboard }: ReviewDeps): Verdict {
  return { status: "send", notification: { ...notificationOf(call, channel, dashboard), key } };
}

function standing(
  { notification }: Delivery,
  { itemAt, seenThrough, clock }: ReviewDeps,
): Exclude<Verdict, { status: "send" }> | { status: "open"; call: NotifiablePane } {
  const { identity, runtime_id, attention_id, raised_at } = notification;
  const item = itemAt(identity.target, identity.pane_id);
  if (item === undefined || item.runtime_id !== runtime_id) return { status: "drop", why: "gone" };
  if (raised_at <= seenThrough(runtime_id)) return { status: "drop", why: "seen" };
  if (item.snoozed_until !== null) return { status: "drop", why: "snoozed" };
  const call = notifiableOf(item);
  if (isUnknown(item) && (call === null || isUnreachable(item.reason_code)))
    return { status: "later", at: clock.now() + LOOK_AGAIN_MS, why: "nobody can see how it stands" };
  if (call?.attention.attention_id !== attention_id) return { status: "drop", why: "answered" };
  return { status: "open", call };
}
