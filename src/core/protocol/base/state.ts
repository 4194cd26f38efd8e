import { z } from "zod";
import { STATE_PRECEDENCE } from "./state-names.ts";

export { STATE_PRECEDENCE };

export const State = z.enum(STATE_PRECEDENCE);
export type State = z.infer<typeof State>;

export const Phase = z.enum(["busy", "ask", "rest"]);
export type Phase = z.infer<typeof Phase>;

/** Why a state is `unknown`, or why a definite state has changed. */
export const ReasonCode = z.enum([
  "no_agent",
  "no_signal",
  "stale_signal",
  "target_unreachable",
  "member_unreachable",
  "unsupported_signal",
  "unbound",
  "outcome_unknown",
  "provisional_expired",
  "runtime_ended",
  "suspended",
]);
export type ReasonCode = z.infer<typeof ReasonCode>;

export const Confidence = z.enum(["high", "medium", "low"]);
export type Confidence = z.infer<typeof Confidence>;

export const Activity = z.object({
  kind: z.enum(["starting", "working", "completing", "compacting", "retrying"]),
  tool: z.string().optional(),
  progress: z.number().min(0).max(100).optional(),
});
export type Activity = z.infer<typeof Activity>;

export const Health = z.enum(["ok", "degraded", "down"]);
export type Health = z.infer<typeof Health>;

export { precedenceOf } from "./state-names.ts";

export function phaseOf(state: State): Phase | null {
  switch (state) {
    case "running":
      return "busy";
    case "waiting_approval":
    case "waiting_input":
      return "ask";
    case "completed":
    case "idle":
    case "error":
      return "rest";
    case "unknown":
      return null;
    default:
      return state satisfies never;
  }
}
