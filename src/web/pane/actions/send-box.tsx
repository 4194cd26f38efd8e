import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { SendReport } from "../../../core/protocol/actions.ts";
import type { PaneItem } from "../../../core/protocol/lists.ts";
import { useLive } from "../../live/use-live.ts";
import { Phases } from "./phases.tsx";
import { Refusal } from "./refusal.tsx";
import { useAction } from "./use-action.ts";

interface Props {
  pane: PaneItem;
  onLookAgain(): void;
  onClose(): void;
}

/** A text for the agent, and how far it has come. Who it is for and how that stands is held against what is shown. */
export function SendBox({ pane, onLookAgain, onClose }: Props) {
  const { client } = useLive();
  const [text, setText] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  const { state, run, forget } = useAction<SendReport>();
  useEffect(() => box.current?.focus(), []);
  const who = pane.agent ?? pane.command;

  const send = async (ways: { over_draft?: boolean; allow_changes?: boolean } = {}) => {
    if (text.trim() === "") return;
    const { ref, runtime_id, state: shown } = pane;
    const guards = { ...(runtime_id !== null && { if_runtime: runtime_id }), if_state: [shown] };
    const report = await run(() => client.send({ ref, text, guards, ...ways }));
    if (report !== null) setText("");
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && !event.shiftKey) void send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const lookAgain = () => {
    forget();
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
        onChange={(event) => setText(event.target.value)}
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
        <button type="button" className="button" onClick={onClose}>
          Close <kbd>esc</kbd>
        </button>
      </div>
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
        <p className="deed" role="status">
          {state.phase === "doing" && "Send: sending…"}
          {state.phase === "done" && <Phases what="Send" report={state.report} />}
        </p>
      )}
    </div>
  );
}
