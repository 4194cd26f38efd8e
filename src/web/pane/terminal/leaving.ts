/** Slower than this, they are two keys for the program. */
const TWICE_MS = 500;

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat" | "timeStamp">;

/** Esc twice leaves the terminal: the first one goes to the program, the second one does not. */
export function leavingKeys(): (press: Press) => boolean {
  let escapedAt = Number.NEGATIVE_INFINITY;
  return ({ key, ctrlKey, metaKey, altKey, shiftKey, repeat, timeStamp }) => {
    if (key !== "Escape" || ctrlKey || metaKey || altKey || shiftKey) {
      escapedAt = Number.NEGATIVE_INFINITY;
      return false;
    }
    if (repeat) return false;
    const leaves = timeStamp - escapedAt < TWICE_MS;
    escapedAt = leaves ? Number.NEGATIVE_INFINITY : timeStamp;
    return leaves;
  };
}
