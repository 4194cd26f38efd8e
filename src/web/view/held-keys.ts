/** A key for a terminal: characters as text, other keys by tmux's names. */
export type HeldKey = { text: string } | { key: string };

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

const NAMES: Readonly<Record<string, string>> = {
  Enter: "Enter",
  Escape: "Escape",
  Tab: "Tab",
  Backspace: "BSpace",
  Delete: "DC",
  ArrowUp: "Up",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  Home: "Home",
  End: "End",
  PageUp: "PPage",
  PageDown: "NPage",
};

/** The key as a terminal receives it; null for keys of the browser and for modifiers alone. */
export function heldKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): HeldKey | null {
  if (metaKey) return null;
  const name = NAMES[key];
  // as in a terminal, where only Alt makes another key of it
  if (name === "Enter") return { key: altKey ? "M-Enter" : "Enter" };
  if (name === "Tab" && shiftKey) return { key: "BTab" };
  if (name !== undefined) return ctrlKey || altKey || shiftKey ? null : { key: name };
  if ([...key].length !== 1) return null;
  // AltGr sets both, and `key` is then the resulting character
  if (ctrlKey === altKey) return { text: key };
  if (ctrlKey && key === " ") return { key: "C-Space" };
  if (ctrlKey) return /^[a-z]$/.test(key) ? { key: `C-${key}` } : null;
  return { key: `M-${key}` };
}

const SIGNS: Readonly<Record<string, string>> = { Enter: "⏎", Escape: "⎋", Tab: "⇥", BTab: "⇤", BSpace: "⌫" };

/** Held keys as shown: `please wait⏎`. */
export function heldWords(keys: readonly HeldKey[]): string {
  return keys.map((held) => ("text" in held ? held.text : (SIGNS[held.key] ?? `⟨${held.key}⟩`))).join("");
}
