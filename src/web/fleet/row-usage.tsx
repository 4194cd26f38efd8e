import { contextWords, countWords, todayWords } from "../../core/lists/usage-words.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { ContextUse } from "../../core/protocol/lists/usage.ts";

interface Props {
  pane: Pick<PaneItem, "usage">;
  today: string;
}

/** How full the context is, as a bar where its size is known, and what was used today. */
export function RowUsage({ pane, today }: Props) {
  const context = pane.usage?.context ?? null;
  const spent = todayWords(pane, today);
  return (
    <>
      {context !== null && <ContextBar context={context} />}
      {spent !== "" && <span className="spent-today">{spent}</span>}
    </>
  );
}

/** In words, for the whole cell. */
export function usageTitle({ pane, today }: Props): string {
  const context = pane.usage?.context ?? null;
  const size = context?.size == null ? "" : ` of ${countWords(context.size)}`;
  const spent = todayWords(pane, today);
  return [context === null ? "" : `context ${countWords(context.used)}${size}`, spent === "" ? "" : `today ${spent}`]
    .filter(Boolean)
    .join("; ");
}

function ContextBar({ context }: { context: ContextUse }) {
  const { percent } = context;
  if (percent === null) return <span className="context-words">{contextWords(context)}</span>;
  return (
    <span className="context-bar">
      <span className="bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      {percent}%
    </span>
  );
}
