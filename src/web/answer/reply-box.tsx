import { type KeyboardEvent, useEffect, useRef, useState } from "react";

interface Props {
  /** Name of the text field. */
  label: string;
  /** Name of the button that sends it. */
  send: string;
  /** Initial text. */
  begun: string;
  onSend(text: string): void;
  onClose(): void;
}

/** Enter sends, Shift+Enter makes a new line, Esc closes. */
export function ReplyBox({ label, send: sends, begun, onSend, onClose }: Props) {
  const [text, setText] = useState(begun);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  const send = () => text.trim() !== "" && onSend(text);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && !event.shiftKey) send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="reply">
      <textarea
        ref={box}
        aria-label={label}
        placeholder={label}
        rows={Math.min(8, Math.max(2, text.split("\n").length))}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <div className="reply-actions">
        <button type="button" className="button primary" disabled={text.trim() === ""} onClick={send}>
          {sends} <kbd>⏎</kbd>
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel <kbd>esc</kbd>
        </button>
      </div>
    </div>
  );
}
