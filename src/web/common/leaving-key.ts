type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey">;

/** Ctrl-] leaves a terminal: no agent uses it, while Esc interrupts. Without a ] key, the one in its place does it. */
export function isLeavingKey({ key, code, ctrlKey, metaKey }: Press): boolean {
  return ctrlKey && !metaKey && (key === "]" || (code === "BracketRight" && !/^[ -~]$/.test(key)));
}
