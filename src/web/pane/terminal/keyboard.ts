import type { Terminal } from "@xterm/xterm";
import { leavingKeys } from "./leaving.ts";
import { isFocusReport } from "./silence-answers.ts";

export interface KeyboardParts {
  type(bytes: Uint8Array): void;
  paste(bytes: Uint8Array): void;
  mayType(): boolean;
  onTyping(isTyping: boolean): void;
  onLeave(): void;
}

export interface Keyboard {
  /** Whether one may type has changed. */
  review(): void;
  close(): void;
}

const encoder = new TextEncoder();

/** What is typed and pasted while the terminal has the focus; without the right to act it takes nothing. */
export function bindKeyboard(terminal: Terminal, host: HTMLElement, parts: KeyboardParts): Keyboard {
  const leaves = leavingKeys();
  const input = terminal.textarea;
  terminal.onData((data) => {
    if (!isFocusReport(data)) parts.type(encoder.encode(data));
  });
  // reports of the mouse in an old form
  terminal.onBinary((data) => parts.type(Uint8Array.from(data, (character) => character.charCodeAt(0))));
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== "keydown" || event.isComposing) return true;
    if (copies(event, terminal)) return false;
    if (!leaves(event)) return true;
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

/** Ctrl-C is a key for the program; with Shift it copies what is selected, as in other terminals. */
function copies(event: KeyboardEvent, terminal: Terminal): boolean {
  if (!event.ctrlKey || !event.shiftKey || event.key.toLowerCase() !== "c" || !terminal.hasSelection()) return false;
  event.preventDefault();
  void navigator.clipboard?.writeText(terminal.getSelection());
  return true;
}
