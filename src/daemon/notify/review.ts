import { isUnknown } from "../../core/notify/is-unknown.ts";
import { notificationOf } from "../../core/notify/notification-of.ts";
import { type Calling, callOf, notBefore, type PlanContext } from "../../core/notify/plan.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Delivery, Notification } from "../../core/protocol/notify.ts";
import type { Clock } from "../clock.ts";

/** What is to be done with a row that is due. */
export type Verdict =
  /** In the words of now: since it was planned its pane may have moved, and its agent may have said more. */
  | { status: "send"; notification: Notification }
  | { status: "later"; at: number; why: string }
  | { status: "drop"; why: "answered" | "seen" | "gone" };

export interface ReviewDeps {
  itemAt(target: string, paneId: string): PaneItem | undefined;
  /** The newest call of that runtime that a person has seen. */
  seenThrough(runtimeId: string): number;
  isWatched(item: PaneItem, signal: AbortSignal): Promise<boolean>;
  /** Whether that target answers shows in a moment. */
  isInDoubt(target: string): boolean;
  lastSentAt(runtimeId: string, lane: string): number | null;
  minuteOfDay: PlanContext["minuteOfDay"];
  /** Where others can open the dashboard; empty for nowhere. */
  dashboard: string;
  clock: Clock;
}

/** While somebody looks at it, or nobody can, it is asked again so often whether that is still so. */
const LOOK_AGAIN_MS = 15_000;
const IN_DOUBT_MS = 1_000;

/** Between being planned and being due, people have answered, looked or gone to bed. */
export async function review(row: Delivery, deps: ReviewDeps, signal: AbortSignal): Promise<Verdict> {
  const { terms, channel, notification } = row;
  const before = standing(row, deps);
  if (before.status !== "open") return before;
  const now = deps.clock.now();
  const lastSentAt = (lane: string) => deps.lastSentAt(notification.runtime_id, lane);
  const at = notBefore(now, terms, channel, { lastSentAt, minuteOfDay: deps.minuteOfDay });
  if (at > now) return { status: "later", at, why: "quiet hours, or the last one was a moment ago" };
  // what was answered there while nobody listened is not known yet
  if (deps.isInDoubt(notification.identity.target))
    return { status: "later", at: now + IN_DOUBT_MS, why: "its machine has not answered yet" };
  if (!terms.only_if_unwatched) return send(row, before.call, deps);
  if (await deps.isWatched(before.call, signal))
    return { status: "later", at: deps.clock.now() + LOOK_AGAIN_MS, why: "somebody looks at it" };
  // meanwhile it may have been answered
  const after = standing(row, deps);
  return after.status === "open" ? send(row, after.call, deps) : after;
}

function send({ channel }: Delivery, call: Calling, { dashboard }: ReviewDeps): Verdict {
  return { status: "send", notification: notificationOf(call, channel, dashboard) };
}

function standing(
  { notification }: Delivery,
  { itemAt, seenThrough, clock }: ReviewDeps,
): Exclude<Verdict, { status: "send" }> | { status: "open"; call: Calling } {
  const { identity, runtime_id, attention_id, raised_at } = notification;
  const item = itemAt(identity.target, identity.pane_id);
  if (item === undefined || item.runtime_id !== runtime_id) return { status: "drop", why: "gone" };
  if (raised_at <= seenThrough(runtime_id)) return { status: "drop", why: "seen" };
  const call = callOf(item);
  if (isUnknown(item) && (call === null || item.reason_code === "target_unreachable"))
    return { status: "later", at: clock.now() + LOOK_AGAIN_MS, why: "nobody can see how it stands" };
  if (call?.attention.attention_id !== attention_id) return { status: "drop", why: "answered" };
  return { status: "open", call };
}
