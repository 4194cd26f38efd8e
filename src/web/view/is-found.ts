import { programOf, promptOf } from "../../core/lists/who.ts";
import type { Question } from "../../core/protocol/actions/questions.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** Whether every word of the search occurs in what the pane asks or says, in its names, or in its place. */
export function isFound(pane: PaneItem, search: string, question: Question | null): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { identity, window_name, message, attention, label, title, cwd, ref, signal } = pane;
  const text = [
    ...[identity.target, identity.session_name, identity.pane_id, programOf(pane), window_name, title, cwd, ref],
    ...[message, promptOf(pane), attention?.message, label, signal?.task_title],
    ...[question?.text, question?.detail, ...(question?.options ?? []).map((option) => option.label)],
  ];
  const searched = text.join("\n").toLowerCase();
  return words.every((word) => searched.includes(word));
}
