import { contentId } from "../engine/content-id.ts";
import { type Attention, attentionLabel } from "../protocol/events/attention.ts";
import type { PaneUsage } from "../protocol/lists/usage.ts";

/** The message changes with these steps only, not with every call of the model. */
const STEP_PERCENT = 5;

/** The call for a context that is almost full: one for each time that it became so. Null if it is not full. */
export function contextCall({ session_id, context }: PaneUsage): Attention | null {
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
