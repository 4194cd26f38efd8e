/** A key acts on a row only after the row has not changed, and no other key was pressed, for this long. */
const QUIET_MS = 400;

const NAVIGATION: ReadonlySet<string> = new Set([
  "j",
  "k",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "/",
  "Escape",
  "?",
]);

/** State at the time of a key press. All times are of one clock, in milliseconds. */
export interface KeySituation {
  isInView: boolean;
  /** Since when the row has been selected with its present text; null if it is not selected. */
  standsSince: number | null;
  /** When the last non-navigation key before this one was pressed; null if there was none. */
  keyBefore: number | null;
}

export type KeyVerdict = "acts" | "too_soon" | "out_of_view";

/** Keys that only move the selection or focus: the next key may act at once. */
export function isNavigation(key: string): boolean {
  return NAVIGATION.has(key);
}

/**
 * Whether a key that answers, sends or kills may act now. It may not while the user types a sentence, or when the row
 * has just changed: the key was then meant for something else.
 */
export function mayKeyAct(situation: KeySituation, pressedAt: number): KeyVerdict {
  if (pressedAt < actsFrom(situation)) return "too_soon";
  return situation.isInView ? "acts" : "out_of_view";
}

/** The earliest time at which a key may act, provided nothing else happens until then. */
export function actsFrom({ standsSince, keyBefore }: Omit<KeySituation, "isInView">): number {
  if (standsSince === null) return Number.POSITIVE_INFINITY;
  return Math.max(standsSince, keyBefore ?? Number.NEGATIVE_INFINITY) + QUIET_MS;
}
