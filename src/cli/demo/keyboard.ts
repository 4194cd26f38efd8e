/** One key, or a whole paste. */
export type Key =
  | { type: "text"; text: string }
  | { type: "enter" | "escape" | "up" | "down" | "tab" | "backspace" | "interrupt" | "end" };

const NAMED: Record<string, Key["type"]> = {
  "\r": "enter",
  "\n": "enter",
  "\u001b": "escape",
  "\u001b[A": "up",
  "\u001bOA": "up",
  "\u001b[B": "down",
  "\u001bOB": "down",
  "\t": "tab",
  "\u007f": "backspace",
  "\b": "backspace",
  "\u0003": "interrupt",
  "\u0004": "end",
};

const KEYS =
  /\u001b\[200~([\s\S]*?)\u001b\[201~|\u001b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])|[\u0000-\u001f\u007f]|[^\u0000-\u001f\u007f]+/g;

/** Decodes the input of a raw-mode terminal; unknown keys are dropped. */
export function keysIn(bytes: string): Key[] {
  return [...bytes.matchAll(KEYS)].flatMap(([all, pasted]): Key[] => {
    if (pasted !== undefined) return [{ type: "text", text: pasted }];
    const type = NAMED[all];
    if (type !== undefined && type !== "text") return [{ type }];
    return /^[\u0000-\u001f\u007f]/.test(all) ? [] : [{ type: "text", text: all }];
  });
}
