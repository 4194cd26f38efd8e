/** Keys that start a two-key chord. */
const PREFIXES = new Set(["g"]);
const PATIENCE_MS = 1_200;

export interface Pressed {
  key: string;
  at: number;
}

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** `j`, `Enter`, `mod+k`, or a chord such as `g i`; null for keys that are left to the browser. */
export function chordOf(before: Pressed | null, press: Press, at: number): string | null {
  const { key, ctrlKey, metaKey, altKey } = press;
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === "k" ? "mod+k" : null;
  const waits = before !== null && PREFIXES.has(before.key) && at - before.at < PATIENCE_MS;
  return waits ? `${before.key} ${key}` : key;
}
