import { isFar } from "../fleet/is-far.ts";
import type { Attention, AttentionKind, NotificationKind } from "../protocol/events/attention.ts";
import type { PaneItem } from "../protocol/lists/lists.ts";
import type { DeliveryTerms } from "../protocol/notify/notify.ts";
import type { NotifyRule } from "../protocol/settings/settings-notify.ts";
import { matchesGlob } from "./matches-glob.ts";
import { quietFor } from "./quiet-hours.ts";

/** A pane with something to notify about. */
export type NotifiablePane = Omit<PaneItem, "attention"> & {
  attention: Omit<Attention, "kind"> & { kind: NotificationKind };
  runtime_id: string;
};

/** A delivery queue: rules use `name`, the outbox stores its notifications under `queue`. */
export interface DeliveryQueue {
  name: string;
  queue: string;
  /** It says nothing of panes of other members. */
  isOwnOnly?: boolean;
}

export interface PlanContext {
  queues: readonly DeliveryQueue[];
  /** When a notification for that runtime was last delivered on the queue. */
  lastSentAt(queue: string): number | null;
  /** Minute of the local day, with its fraction. */
  minuteOfDay(at: number): number;
  /** Since when the call has been open on the queue; defaults to `raised_at`. */
  openSince?(queue: string): number;
}

export interface Planned {
  queue: string;
  due_at: number;
  terms: DeliveryTerms;
}

/** The kinds notified by default: the agent cannot go on until a person acts, or for long. */
export const CALLING_KINDS: readonly AttentionKind[] = ["input", "approval", "error", "stalled", "limited", "budget"];

/** On which queues a call is sent, and when. Per queue, the first matching rule decides. */
export function plan(item: NotifiablePane, rules: readonly NotifyRule[], context: PlanContext): Planned[] {
  return context.queues.flatMap(({ name, queue, isOwnOnly }) => {
    if (isOwnOnly === true && isFar(item.identity)) return [];
    const rule = rules.find((each) => each.channels.includes(name) && fits(each, item));
    if (rule === undefined) return [];
    const terms: DeliveryTerms = {
      only_if_unwatched: rule.only_if_unwatched,
      quiet_hours: rule.quiet_hours ?? null,
      cooldown_ms: rule.cooldown,
    };
    const { raised_at, resumed_at } = item.attention;
    // after a snooze there is no further delay
    const due = resumed_at ?? (context.openSince?.(queue) ?? raised_at) + rule.delay;
    return [{ queue, terms, due_at: notBefore(due, terms, queue, context) }];
  });
}

/** The earliest time at or after `at` that cooldown and quiet hours allow. */
export function notBefore(
  at: number,
  { quiet_hours, cooldown_ms }: DeliveryTerms,
  queue: string,
  { lastSentAt, minuteOfDay }: Pick<PlanContext, "lastSentAt" | "minuteOfDay">,
): number {
  const last = lastSentAt(queue);
  const cooled = last === null ? at : Math.max(at, last + cooldown_ms);
  return quiet_hours === null ? cooled : cooled + quietFor(quiet_hours, minuteOfDay(cooled));
}

export function notifiableOf(
  item: PaneItem | Omit<PaneItem, "state_version"> | null | undefined,
): NotifiablePane | null {
  if (item == null || item.runtime_id === null) return null;
  const attention = item.snoozed_until === null ? (item.attention ?? nothingNew(item)) : null;
  return attention === null ? null : ({ ...item, attention } as NotifiablePane);
}

/** Not an attention: only a rule that names `nothing_new` sends it. */
function nothingNew({
  nothing_new_since: since,
}: Pick<PaneItem, "nothing_new_since">): NotifiablePane["attention"] | null {
  if (since === null) return null;
  const message = "Nothing new has come for long: no signal, and on its screen only a spinner or a count of time moves";
  return {
    attention_id: `nothing_new:${since}`,
    kind: "nothing_new",
    label: "Nothing New",
    message,
    source: "rules",
    raised_at: since,
  };
}

function fits({ kinds, states, agents, targets, sessions }: NotifyRule, item: NotifiablePane): boolean {
  return (
    fitsKind(item.attention.kind, kinds, states) &&
    (states === undefined || states.includes(item.state)) &&
    isAmong(agents, item.agent ?? "") &&
    isAmong(targets, item.identity.target) &&
    isAmong(sessions, item.identity.session_name)
  );
}

/** A rule that names states but no kinds matches every attention in those states. */
function fitsKind(kind: NotificationKind, kinds: NotifyRule["kinds"], states: NotifyRule["states"]): boolean {
  if (kinds !== undefined) return kinds.includes(kind);
  if (kind === "nothing_new") return false;
  return states !== undefined || CALLING_KINDS.includes(kind);
}

function isAmong(globs: readonly string[] | undefined, text: string): boolean {
  return globs === undefined || globs.some((glob) => matchesGlob(glob, text));
}
