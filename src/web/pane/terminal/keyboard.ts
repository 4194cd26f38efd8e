import type { Terminal } from "@xterm/xterm";
import { isLeavingKey } from "../../common/leaving-key.ts";
import { isFocusReport } from "./silence-answers.ts";

export interface KeyboardParts {
  type(bytes: Uint8Array): void;
  paste(bytes: Uint8Array): void;
  mayType(): boolean;
  onTyping(isTyping: boolean): void;
  onLeave(): void;
}

export interface Keyboard {
  /** Call when the right to type has changed. */
  review(): void;
  close(): void;
}

const encoder = new TextEncoder();

/** Sends what is typed and pasted while the terminal has the focus; nothing without the right to act. */
export function bindKeyboard(terminal: Terminal, host: HTMLElement, parts: KeyboardParts): Keyboard {
  const input = terminal.textarea;
  terminal.onData((data) => {
    if (!isFocusReport(data)) parts.type(encoder.encode(data));
  });
  // mouse reports in the old binary encoding
  terminal.onBinary((data) => parts.type(Uint8Array.from(data, (character) => character.charCodeAt(0))));
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== "keydown" || event.isComposing) return true;
    if (copies(event, terminal)) return false;
    if (!isLeavingKey(event)) return true;
    event.preventDefault();
    event.stopPropagation();
    parts.onLeave();
    return false;
  });
  const pasted = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text !== "" && parts.mayType()) parts.paste(encoder.encode(text));
  };
  const review = () => {
    const isTyping = input !== undefined && document.activeElement === input && parts.mayType();
    terminal.options.disableStdin = !isTyping;
    parts.onTyping(isTyping);
  };
  host.addEventListener("paste", pasted, { capture: true });
  input?.addEventListener("focus", review);
  input?.addEventListener("blur", review);
  return {
    review,
    close() {
      host.removeEventListener("paste", pasted, { capture: true });
      input?.removeEventListener("focus", review);
      input?.removeEventListener("blur", review);
    },
  };
}

/** Ctrl-C goes to the program; Ctrl-Shift-C copies the selection, as in other terminals. */
function copies(event: KeyboardEvent, terminal: Terminal): boolean {
  if (!event.ctrlKey || !event.shiftKey || event.key.toLowerCase() !== "c" || !terminal.hasSelection()) return false;
  event.preventDefault();
  void navigator.clipboard?.writeText(terminal.getSelection());
  return true;
}
