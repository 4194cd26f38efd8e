/** The keys that wait for another one. */
const PREFIXES = new Set(["g"]);
const PATIENCE_MS = 1_200;

export interface Pressed {
  key: string;
  at: number;
}

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** `j`, `Enter`, `mod+k`, or with the key before it `g i`; null for what is the browser's. */
export function chordOf(before: Pressed | null, press: Press, at: number): string | null {
  const { key, ctrlKey, metaKey, altKey } = press;
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === "k" ? "mod+k" : null;
  const waits = before !== null && PREFIXES.has(before.key) && at - before.at < PATIENCE_MS;
  return waits ? `${before.key} ${key}` : key;
}
