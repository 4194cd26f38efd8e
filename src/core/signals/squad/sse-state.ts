import type { SquadType } from "../../protocol/squad/squad.ts";

/** The state names of squad's session cards. */
export const SSE_STATES = {
  starting: "starting",
  working: "working",
  needs_input: "needs-input",
  question: "needs-input",
  review: "ready-for-review",
  completing: "completing",
  complete: "completed",
  compacting: "compacting",
  idle: "idle",
} as const satisfies Record<SquadType, string>;
