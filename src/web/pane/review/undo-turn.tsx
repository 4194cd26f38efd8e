import { useState } from "react";
import type { UndoReport } from "../../../core/protocol/actions/changes.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { visibleText } from "../../../core/text/visible-text.ts";
import { useLive } from "../../live/use-live.ts";
import { Refusal } from "../actions/refusal.tsx";
import { useAction } from "../actions/use-action.ts";

const WORDS: Readonly<Record<string, string>> = { A: "brings back", D: "removes" };

/** Undoes the agent's last turn, after it has shown which files that concerns. */
export function UndoTurn({ pane, onUndone }: { pane: PaneItem; onUndone(): void }) {
  const { client } = useLive();
  const { ref } = pane;
  const { state, run, forget } = useAction<UndoReport>();
  const [movesHead, setMovesHead] = useState(false);
  const shown = state.phase === "done" && !state.report.is_done ? state.report : null;
  const show = () => void run(() => client.undo({ ref }));
  const undo = async (confirm: string) => {
    const report = await run(() => client.undo({ ref, confirm, move_head: movesHead }));
    if (report !== null) onUndone();
  };
  if (state.phase === "refused") return <Refusal what="Undo this turn" fault={state.fault} onLookAgain={show} />;
  if (shown === null)
    return (
      <button type="button" className="button danger" disabled={state.phase === "doing"} onClick={show}>
        Undo this turn…
      </button>
    );
  if (shown.files.length === 0) return <p className="quiet-words">Nothing has changed since the turn began.</p>;
  return (
    <section className="review-undo" aria-label="Undo this turn">
      <ul>
        {shown.files.map(({ change, name }) => (
          <li key={name}>
            {WORDS[change] ?? "changes back"} {visibleText(name)}
          </li>
        ))}
      </ul>
      {shown.others.map((who) => (
        <p key={who}>Also undone: whatever {visibleText(who)} has changed there since.</p>
      ))}
      {shown.head_moved && (
        <label>
          <input type="checkbox" checked={movesHead} onChange={(event) => setMovesHead(event.target.checked)} /> Also
          take back: {shown.commits.join(", ")}
        </label>
      )}
      <div className="reply-actions">
        <button type="button" className="button danger" onClick={() => void undo(shown.confirm ?? "")}>
          Undo {shown.files.length} {shown.files.length === 1 ? "file" : "files"}
        </button>
        <button type="button" className="button" onClick={forget}>
          Cancel
        </button>
      </div>
    </section>
  );
}
