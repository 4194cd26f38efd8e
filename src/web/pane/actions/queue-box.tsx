import { useState } from "react";
import { queueWords } from "../../../core/lists/queue-words.ts";
import type { QueuedPrompt, QueueReport } from "../../../core/protocol/actions/queue.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { useLive } from "../../live/use-live.ts";
import { QueuedRow } from "./queued-row.tsx";
import { Refusal } from "./refusal.tsx";
import { useAction } from "./use-action.ts";
import { useQueue } from "./use-queue.ts";

/** The prompts that wait for a pane's agent: read, edited, moved, removed, and all of them paused. */
export function QueueBox({ pane }: { pane: PaneItem }) {
  const { client } = useLive();
  const queue = useQueue(pane);
  const { state, run, forget } = useAction<QueueReport>();
  const [removed, setRemoved] = useState<{ prompt: QueuedPrompt; place: number } | null>(null);
  if (pane.queue === undefined && removed === null) return null;
  const prompts = queue?.prompts ?? [];
  const remove = async (prompt: QueuedPrompt, place: number) => {
    if ((await run(() => client.removeQueued(prompt.id))) !== null) setRemoved({ prompt, place });
  };
  const undo = async ({ prompt: { text, keep, allow_changes, after }, place }: NonNullable<typeof removed>) => {
    const ref = pane.ref;
    const asked = {
      ref,
      text,
      keep,
      allow_changes,
      place,
      ...(after !== null && { after: `runtime:${after.runtime_id}` }),
    };
    if ((await run(() => client.enqueue(asked))) !== null) setRemoved(null);
  };
  return (
    <section className="queue" aria-label="Queue">
      <div className="queue-head">
        <p>
          {pane.queue === undefined ? "Nothing is queued" : queueWords(pane.queue)}
          {queue !== null && !queue.paused && queue.waits_for !== "" && (
            <span className="queued-note">: {queue.waits_for}</span>
          )}
        </p>
        {queue !== null && (
          <button
            type="button"
            className="button small"
            onClick={() => void run(() => client.pauseQueue({ ref: pane.ref, paused: !queue.paused }))}
          >
            {queue.paused ? "Resume the queue" : "Pause the queue"}
          </button>
        )}
      </div>
      <ol>
        {prompts.map((prompt, index) => (
          <QueuedRow
            key={prompt.id}
            prompt={prompt}
            place={index + 1}
            isLast={index === prompts.length - 1}
            onEdit={async (text) =>
              (await run(() => client.editQueued(prompt.id, { text, if_text: prompt.text }))) !== null
            }
            onMove={(place) => void run(() => client.moveQueued(prompt.id, { place }))}
            onRemove={() => void remove(prompt, index + 1)}
            onRetry={() => void run(() => client.retryQueued(prompt.id))}
          />
        ))}
      </ol>
      {removed !== null && (
        <p className="queue-head" role="status">
          A prompt was removed.
          <button type="button" className="button small" onClick={() => void undo(removed)}>
            Undo
          </button>
          <button type="button" className="button small" onClick={() => setRemoved(null)}>
            Dismiss
          </button>
        </p>
      )}
      {state.phase === "refused" && <Refusal what="Queue" fault={state.fault} onLookAgain={forget} />}
    </section>
  );
}
