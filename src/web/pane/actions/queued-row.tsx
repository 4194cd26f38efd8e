import { type KeyboardEvent, useState } from "react";
import type { QueuedPrompt } from "../../../core/protocol/actions/queue.ts";

interface Props {
  prompt: QueuedPrompt;
  /** Counted from 1. */
  place: number;
  isLast: boolean;
  onEdit(text: string): Promise<boolean>;
  onMove(place: number): void;
  onRemove(): void;
  onRetry(): void;
}

/** One prompt that waits: its text, which can be edited, and buttons to move and remove it. */
export function QueuedRow({ prompt, place, isLast, onEdit, onMove, onRemove, onRetry }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const { text, state, after } = prompt;
  const isSending = state.kind === "sending";
  const save = async () => {
    if (draft !== null && draft.trim() !== "" && (await onEdit(draft))) setDraft(null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") setDraft(null);
    else if (event.key === "Enter" && !event.shiftKey) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (draft !== null)
    return (
      <li className="queued reply">
        <textarea
          aria-label={`Prompt ${place}`}
          rows={Math.min(8, Math.max(2, draft.split("\n").length))}
          value={draft}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit it
          autoFocus
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={press}
        />
        <div className="reply-actions">
          <button type="button" className="button primary" disabled={draft.trim() === ""} onClick={() => void save()}>
            Save <kbd>⏎</kbd>
          </button>
          <button type="button" className="button" onClick={() => setDraft(null)}>
            Cancel <kbd>esc</kbd>
          </button>
        </div>
      </li>
    );
  return (
    <li className="queued" data-state={state.kind}>
      <p className="queued-text">{text}</p>
      {state.kind === "held" && <p className="queued-note">Nobody knows whether it has arrived: {state.why}.</p>}
      {after !== null && <p className="queued-note">After {after.what}</p>}
      <div className="actions">
        {state.kind === "held" && (
          <button type="button" className="button small" onClick={onRetry}>
            Send again
          </button>
        )}
        {isSending ? (
          <span className="queued-note">being sent…</span>
        ) : (
          <>
            <button type="button" className="button small" onClick={() => setDraft(text)}>
              Edit
            </button>
            <button
              type="button"
              className="button small"
              aria-label={`Move prompt ${place} up`}
              disabled={place === 1}
              onClick={() => onMove(place - 1)}
            >
              ↑
            </button>
            <button
              type="button"
              className="button small"
              aria-label={`Move prompt ${place} down`}
              disabled={isLast}
              onClick={() => onMove(place + 1)}
            >
              ↓
            </button>
            <button type="button" className="button small" aria-label={`Remove prompt ${place}`} onClick={onRemove}>
              Remove
            </button>
          </>
        )}
      </div>
    </li>
  );
}
