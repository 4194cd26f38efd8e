import { contextWords, countWords, usedWords } from "../../core/lists/usage-words.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** How full the context is, and what turn and conversation have used. */
export function PaneUsageWords({ usage }: Pick<PaneItem, "usage">) {
  // a snapshot that the browser kept may be older than this field
  if (!usage) return null;
  const { context, turn, session, model } = usage;
  return (
    <span
      className="quiet-words"
      title={`${model ?? "the model is not known"}; ${countWords(session.total)} tokens in all`}
    >
      {[
        context === null ? "" : `context ${contextWords(context)}`,
        turn.calls === 0 ? "" : `turn ${usedWords(turn)}`,
        session.calls === 0 ? "" : `conversation ${usedWords(session)}`,
      ]
        .filter(Boolean)
        .join(" · ")}
    </span>
  );
}
