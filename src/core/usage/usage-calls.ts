import { contentId } from "../engine/content-id.ts";
import { type Attention, attentionLabel } from "../protocol/events/attention.ts";
import type { PaneUsage } from "../protocol/lists/usage.ts";

/** The message changes with these steps only, not with every call of the model. */
const STEP_PERCENT = 5;

/** The calls for what a conversation has used, most urgent first. */
export function usageCalls(usage: PaneUsage): Attention[] {
  return [budgetCall(usage), contextCall(usage)].filter((call) => call !== null);
}

/** The call for a context that is almost full: one for each time that it became so. */
function contextCall({ session_id, context }: PaneUsage): Attention | null {
  if (context === null || context.full_since === null) return null;
  const least = Math.floor((context.percent ?? 0) / STEP_PERCENT) * STEP_PERCENT;
  return {
    attention_id: contentId("context", session_id, `${context.full_since}`),
    kind: "context",
    label: attentionLabel("context"),
    message: `its context is at least ${least} % full: compacting it loses details`,
    source: "usage",
    raised_at: context.full_since,
  };
}

/** The call for a budget of the day. */
function budgetCall({ over_budget: over }: PaneUsage): Attention | null {
  if (over === undefined) return null;
  const { name, day, unit, allowed, at } = over;
  const amount = unit === "usd" ? `$${allowed}` : `${allowed} tokens`;
  return {
    attention_id: contentId("budget", name, day),
    kind: "budget",
    label: attentionLabel("budget"),
    message: `the budget "${name}" of ${day} is used up: ${amount}`,
    source: "usage",
    raised_at: at,
  };
}
