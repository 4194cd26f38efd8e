import type { Attention, AttentionKind } from "../protocol/attention.ts";
import type { PaneItem } from "../protocol/lists.ts";
import type { DeliveryTerms } from "../protocol/notify.ts";
import type { NotifyRule } from "../protocol/settings-notify.ts";
import { matchesGlob } from "./matches-glob.ts";
import { quietFor } from "./quiet-hours.ts";

export type Calling = PaneItem & { attention: Attention; runtime_id: string };

/** A way to somebody: `name` is what rules call it, `lane` what its notifications are kept under. */
export interface Lane {
  name: string;
  lane: string;
}

export interface PlanContext {
  lanes: readonly Lane[];
  /** When that runtime last reached somebody there. */
  lastSentAt(lane: string): number | null;
  /** Of the local day, with its fraction. */
  minuteOfDay(at: number): number;
  /** Since when it stands open there; without it since it was raised. */
  openSince?(lane: string): number;
}

export interface Planned {
  lane: string;
  due_at: number;
  terms: DeliveryTerms;
}

/** What nobody has to ask for: a person must do something before it goes on. */
export const CALLING_KINDS: readonly AttentionKind[] = ["input", "approval", "error", "stalled"];

/** Where a call goes, and when. Of the rules that name a lane, the first that fits decides. */
export function plan(item: Calling, rules: readonly NotifyRule[], context: PlanContext): Planned[] {
  return context.lanes.flatMap(({ name, lane }) => {
    const rule = rules.find((each) => each.channels.includes(name) && fits(each, item));
    if (rule === undefined) return [];
    const terms: DeliveryTerms = {
      only_if_unwatched: rule.only_if_unwatched,
      quiet_hours: rule.quiet_hours ?? null,
      cooldown_ms: rule.cooldown,
    };
    const due = (context.openSince?.(lane) ?? item.attention.raised_at) + rule.delay;
    return [{ lane, terms, due_at: notBefore(due, terms, lane, context) }];
  });
}

/** The earliest moment from `at` on that cooldown and quiet hours allow. */
export function notBefore(
  at: number,
  { quiet_hours, cooldown_ms }: DeliveryTerms,
  lane: string,
  { lastSentAt, minuteOfDay }: Pick<PlanContext, "lastSentAt" | "minuteOfDay">,
): number {
  const last = lastSentAt(lane);
  const cooled = last === null ? at : Math.max(at, last + cooldown_ms);
  return quiet_hours === null ? cooled : cooled + quietFor(quiet_hours, minuteOfDay(cooled));
}

export function callOf(item: PaneItem | Omit<PaneItem, "state_version"> | null | undefined): Calling | null {
  if (item == null || item.attention === null || item.runtime_id === null) return null;
  return item as Calling;
}

function fits({ kinds, states, agents, targets, sessions }: NotifyRule, item: Calling): boolean {
  const wanted = kinds ?? (states === undefined ? CALLING_KINDS : null);
  return (
    (wanted === null || wanted.includes(item.attention.kind)) &&
    (states === undefined || states.includes(item.state)) &&
    isAmong(agents, item.agent ?? "") &&
    isAmong(targets, item.identity.target) &&
    isAmong(sessions, item.identity.session_name)
  );
}

function isAmong(globs: readonly string[] | undefined, text: string): boolean {
  return globs === undefined || globs.some((glob) => matchesGlob(glob, text));
}
