import { z } from "zod";
import type { State } from "./state.ts";
import { Millis } from "./time.ts";

/** What the person is asked for. It outlives the state: `done` stays open after `completed` became `idle`. */
export const AttentionKind = z.enum(["input", "approval", "testing", "review", "done", "error", "stalled"]);
export type AttentionKind = z.infer<typeof AttentionKind>;

export const AttentionSource = z.enum(["agent", "hook", "llm", "rules"]);
export type AttentionSource = z.infer<typeof AttentionSource>;

export const Attention = z.object({
  attention_id: z.string(),
  kind: AttentionKind,
  label: z.string(),
  message: z.string(),
  source: AttentionSource,
  raised_at: Millis,
});
export type Attention = z.infer<typeof Attention>;

/** Read off a screen by a classifier: nobody has said it. */
export function isGuess({ source }: Pick<Attention, "source">): boolean {
  return source === "llm" || source === "rules";
}

/** What a state by itself asks of a person. */
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

/** The words schmux users know. */
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
    default:
      return kind satisfies never;
  }
}
