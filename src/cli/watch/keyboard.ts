import { type InputActions, openTerminalInput, type TerminalInput } from "../live/terminal-input.ts";
import { type Key, KeyReader } from "./key-reader.ts";

/** The rest of a sequence that begins with Escape comes within this time, also over a slow line. */
const SEQUENCE_MS = 50;

export interface KeyboardActions extends Omit<InputActions, "onBytes"> {
  /** `isAlone`: no other key was read at the same moment. */
  onKey(key: Key, isAlone: boolean): void;
}

export function openKeyboard({ onKey, ...actions }: KeyboardActions): TerminalInput {
  const reader = new KeyReader();
  let timer: NodeJS.Timeout | undefined;
  const give = (keys: readonly Key[]) => {
    for (const key of keys) onKey(key, keys.length === 1);
  };
  return openTerminalInput({
    ...actions,
    onBytes(bytes) {
      clearTimeout(timer);
      give(reader.feed(bytes));
      if (reader.isWaiting) timer = setTimeout(() => give(reader.flush()), SEQUENCE_MS);
    },
  });
}
