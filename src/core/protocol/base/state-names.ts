/** Highest first; only decides among evidence too close in time to order. Without zod, so that commands start fast. */
export const STATE_PRECEDENCE = [
  "error",
  "waiting_approval",
  "waiting_input",
  "running",
  "completed",
  "idle",
  "unknown",
] as const;

/** 0 is the highest. */
export function precedenceOf(state: (typeof STATE_PRECEDENCE)[number]): number {
  return STATE_PRECEDENCE.indexOf(state);
}

/** A symbol per state, so that no state is shown by colour alone. */
export const STATE_SYMBOLS: Record<(typeof STATE_PRECEDENCE)[number], string> = {
  error: "✕",
  waiting_approval: "!",
  waiting_input: "?",
  running: "▶",
  completed: "✓",
  idle: "–",
  unknown: "…",
};
