import { z } from "zod";
import type { State } from "../base/state.ts";
import { Millis } from "../base/time.ts";

/** The kind of help that the agent wants. It outlives the state: `done` stays open when the program has ended. */
export const AttentionKind = z.enum([
  "input",
  "approval",
  "testing",
  "review",
  "done",
  "error",
  "stalled",
  "limited",
  "budget",
  "context",
]);
export type AttentionKind = z.infer<typeof AttentionKind>;

/** The kinds that notification rules can select: attention, or that a working agent has shown nothing new. */
export const NotificationKind = z.enum([...AttentionKind.options, "nothing_new"]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Who raises it: the agent itself, a hook or file of it, a classifier, or what it has used. */
export const AttentionSource = z.enum(["agent", "hook", "llm", "rules", "usage"]);
export type AttentionSource = z.infer<typeof AttentionSource>;

export const Attention = z.object({
  attention_id: z.string(),
  kind: AttentionKind,
  label: z.string(),
  message: z.string(),
  source: AttentionSource,
  raised_at: Millis,
  /** When its snooze ended, if it was put off: since then it calls again. */
  resumed_at: Millis.optional(),
});
export type Attention = z.infer<typeof Attention>;

/** Inferred from a screen by a classifier, not reported by the agent. */
export function isGuess({ source }: Pick<Attention, "source">): boolean {
  return source === "llm" || source === "rules";
}

/** The attention that a state implies by itself. */
export function attentionOf(state: State): AttentionKind | null {
  switch (state) {
    case "waiting_input":
      return "input";
    case "waiting_approval":
      return "approval";
    case "completed":
      return "done";
    case "error":
      return "error";
    case "running":
    case "idle":
    case "unknown":
      return null;
    default:
      return state satisfies never;
  }
}

/** Labels known to schmux users. */
export function attentionLabel(kind: AttentionKind): string {
  switch (kind) {
    case "input":
    case "approval":
      return "⚠ Needs Authorization";
    case "testing":
      return "🧪 Needs User Testing";
    case "review":
      return "Ready for review";
    case "done":
      return "✓ Completed";
    case "error":
      return "❌ Error";
    case "stalled":
      return "⏳ Possibly Stuck";
    case "limited":
      return "⏳ Limit Reached";
    case "budget":
      return "💸 Over Budget";
    case "context":
      return "Context Almost Full";
    default:
      return kind satisfies never;
  }
}
