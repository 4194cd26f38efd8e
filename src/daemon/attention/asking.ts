import { contentId } from "../../core/engine/content-id.ts";
import type { KeptQuestion, QuestionWords } from "../../core/protocol/actions/questions.ts";
import type { Attention } from "../../core/protocol/events/attention.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** A pane whose agent asks for an input or an approval. */
export type Asking = PaneItem & { attention: Attention; runtime_id: string };

/** Several sources report one ask; within this time it is the same. */
export const SAME_ASK_MS = 1_500;

export function askOf(item: PaneItem): Asking | null {
  const { attention, runtime_id } = item;
  const asks = attention?.kind === "input" || attention?.kind === "approval";
  return asks && attention !== null && runtime_id !== null ? { ...item, attention, runtime_id } : null;
}

export function placeOf({ identity, ref, agent, runtime_id, attention }: Asking) {
  const { target, session_name, pane_id } = identity;
  return { ref, target, session_name, pane_id, runtime_id, agent, attention_id: attention.attention_id };
}

export function begun(item: Asking, words: QuestionWords): KeptQuestion {
  const asked_at = item.attention.raised_at;
  return {
    question_id: contentId(item.runtime_id, item.attention.attention_id),
    ...placeOf(item),
    ...words,
    state: "open",
    asked_at,
    expires_at: words.timeout_ms === undefined ? null : asked_at + words.timeout_ms,
    settled_at: null,
    answer: null,
    correlation_id: null,
  };
}

/** The same id, or raised at the same moment by another source. */
export function isSameAsk({ attention_id, asked_at }: KeptQuestion, { attention }: Asking): boolean {
  return attention_id === attention.attention_id || Math.abs(asked_at - attention.raised_at) <= SAME_ASK_MS;
}

export function isLate({ expires_at }: KeptQuestion, now: number): boolean {
  return expires_at !== null && expires_at <= now;
}
