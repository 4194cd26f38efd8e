import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isFar } from "../../../core/fleet/is-far.ts";
import type { SendReport } from "../../../core/protocol/actions/actions.ts";
import type { QueueReport } from "../../../core/protocol/actions/queue.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { textGuards } from "../../live/text-guards.ts";
import { useLive } from "../../live/use-live.ts";
import { Phases } from "./phases.tsx";
import { Refusal } from "./refusal.tsx";
import { useAction } from "./use-action.ts";

interface Props {
  pane: PaneItem;
  onLookAgain(): void;
  onClose(): void;
}

/** Sends text to the agent and shows its delivery. It is meant for the program that ran when its first letter was typed. */
export function SendBox({ pane, onLookAgain, onClose }: Props) {
  const { client } = useLive();
  const [text, setText] = useState("");
  const begun = useRef(pane);
  const box = useRef<HTMLTextAreaElement>(null);
  const { state, run, forget } = useAction<SendReport>();
  const queueing = useAction<QueueReport>();
  useEffect(() => box.current?.focus(), []);
  const who = pane.agent ?? pane.command;

  const send = async (answerOptions: { over_draft?: boolean; allow_changes?: boolean } = {}) => {
    if (text.trim() === "") return;
    const { ref } = pane;
    const report = await run(async () =>
      client.send({ ref, text, guards: textGuards(begun.current, pane), ...answerOptions }),
    );
    if (report !== null) setText("");
  };
  const queue = async () => {
    if (text.trim() === "" || state.phase === "doing") return;
    const report = await queueing.run(() => client.enqueue({ ref: pane.ref, text }));
    if (report === null) return;
    forget();
    setText("");
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && event.altKey) void queue();
    else if (event.key === "Enter" && !event.shiftKey) void send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const write = (words: string) => {
    if (text === "") begun.current = pane;
    setText(words);
  };
  const lookAgain = () => {
    forget();
    begun.current = pane;
    onLookAgain();
    box.current?.focus();
  };
  return (
    <div className="reply send-box">
      <textarea
        ref={box}
        aria-label={`Send to ${who}`}
        placeholder={`Send to ${who}`}
        rows={Math.min(8, Math.max(2, text.split("\n").length))}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={press}
      />
      <div className="reply-actions">
        <button
          type="button"
          className="button primary"
          disabled={text.trim() === "" || state.phase === "doing"}
          onClick={() => void send()}
        >
          Send text <kbd>⏎</kbd>
        </button>
        {!isFar(pane.identity) && (
          <button
            type="button"
            className="button"
            // while it is being sent, the box still holds that text: it would be queued too
            disabled={text.trim() === "" || state.phase === "doing" || queueing.state.phase === "doing"}
            onClick={() => void queue()}
          >
            Send when idle <kbd>⌥⏎</kbd>
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          Close <kbd>esc</kbd>
        </button>
      </div>
      {queueing.state.phase === "refused" && (
        <Refusal what="Send when idle" fault={queueing.state.fault} onLookAgain={queueing.forget} />
      )}
      {state.phase === "refused" ? (
        <Refusal what="Send" fault={state.fault} onLookAgain={lookAgain}>
          {state.fault.code === "E_DRAFT" && (
            <button type="button" className="button" onClick={() => void send({ over_draft: true })}>
              Send over the draft
            </button>
          )}
          {state.fault.details.guard === "changes" && (
            <button type="button" className="button" onClick={() => void send({ allow_changes: true })}>
              Send it changed
            </button>
          )}
        </Refusal>
      ) : (
        <p className="action-status" role="status">
          {state.phase === "doing" && "Send: sending…"}
          {state.phase === "done" && <Phases what="Send" report={state.report} />}
        </p>
      )}
    </div>
  );
}
