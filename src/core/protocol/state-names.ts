/** Highest first: decides only among evidence too close in time to order. Without zod, so that commands start fast. */
export const STATE_PRECEDENCE = [
  "error",
  "waiting_approval",
  "waiting_input",
  "running",
  "completed",
  "idle",
  "unknown",
] as const;

/** 0 is the loudest. */
export function precedenceOf(state: (typeof STATE_PRECEDENCE)[number]): number {
  return STATE_PRECEDENCE.indexOf(state);
}

/** One each: no state is told by colour alone. */
export const STATE_SYMBOLS: Record<(typeof STATE_PRECEDENCE)[number], string> = {
  error: "✕",
  waiting_approval: "!",
  waiting_input: "?",
  running: "▶",
  completed: "✓",
  idle: "–",
  unknown: "…",
};
