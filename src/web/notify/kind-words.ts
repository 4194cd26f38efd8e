import type { AttentionKind } from "../../core/protocol/events/attention.ts";

/** Most urgent first, with names for people. */
export const KIND_WORDS: readonly { kind: AttentionKind; name: string; about: string }[] = [
  { kind: "error", name: "Error", about: "an agent cannot go on" },
  { kind: "approval", name: "Approval", about: "an agent asks before it does something" },
  { kind: "input", name: "Question", about: "an agent wants to know something" },
  { kind: "limited", name: "Limit", about: "an account has used up its limit; once for all its agents" },
  { kind: "stalled", name: "Stuck", about: "an agent that said it works has gone silent" },
  { kind: "budget", name: "Budget", about: "a budget of the day is used up" },
  { kind: "testing", name: "Testing", about: "something is ready to be tried" },
  { kind: "review", name: "Review", about: "something is ready to be looked at" },
  { kind: "context", name: "Context", about: "an agent's context is almost full" },
  { kind: "done", name: "Done", about: "an agent has finished" },
];
