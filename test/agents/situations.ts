import type { State } from "../../src/core/protocol/state.ts";

/** What the issue wants to see, in the order of the table. */
export const SITUATIONS = [
  "start",
  "prompt",
  "streaming",
  "tool running",
  "approval asked",
  "approved",
  "denied",
  "question asked",
  "question answered",
  "done",
  "interrupted while streaming",
  "interrupted at approval",
  "API error 400",
  "API error 401",
  "retrying 429",
  "retrying 5xx",
  "sub-agent running",
  "sub-agent done",
  "compaction",
  "compacted",
  "context cleared",
  "two panes, one directory",
  "marker once",
  "status file once",
  "exited",
  "killed",
] as const;

export type Situation = (typeof SITUATIONS)[number];

/** The state of a pane, or that its agent is gone. */
export type Shown = State | "gone";

/** From what moment latency counts: the first thing outside of the agent that makes it true. */
export const CAUSES: Record<Situation, string> = {
  start: "its input box is on the screen",
  prompt: "Enter sent",
  streaming: "the model sends its first word",
  "tool running": "the tool has made its first file",
  "approval asked": "its dialog is on the screen",
  approved: "key sent",
  denied: "key sent",
  "question asked": "its dialog is on the screen",
  "question answered": "key sent",
  done: "the model sends its last word",
  "interrupted while streaming": "key sent",
  "interrupted at approval": "key sent",
  "API error 400": "the model refuses",
  "API error 401": "the model refuses (the last time)",
  "retrying 429": "the model refuses (the first time)",
  "retrying 5xx": "the model refuses (the first time)",
  "sub-agent running": "the sub-agent asks the model",
  "sub-agent done": "the model sends its last word to the agent",
  compaction: "the agent asks the model for a summary",
  compacted: "the model sends the last word of it",
  "context cleared": "Enter sent",
  "two panes, one directory": "as above, in both at once",
  "marker once": "the model sends its last word",
  "status file once": "the file is written",
  exited: "its process is gone",
  killed: "SIGKILL sent",
};
