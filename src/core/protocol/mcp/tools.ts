import { z } from "zod";

const Ref = z
  .string()
  .min(1)
  .max(500)
  .describe("The agent: its ref, its pane id such as %3, or another name that list_agents shows");
const Text = z.string().regex(/\S/, "a text has words").max(100_000);

/** The tools that agents get over MCP: what each takes, and whether it acts. Names and fields stay as they are. */
export const TOOLS = {
  list_agents: tool({
    says: "List the coding agents that you may look at: who they are, what state they are in, and what you may do with each.",
    input: z.strictObject({
      state: z
        .enum(["any", "running", "asking", "resting"])
        .default("any")
        .describe("Only agents that work, that wait for their person, or that rest"),
      limit: z.number().int().min(1).max(200).default(100),
    }),
  }),
  get_agent: tool({
    says: "Tell everything about one agent: state and why, its question, its last words, tokens and money, branch and uncommitted changes.",
    input: z.strictObject({ ref: Ref }),
  }),
  read_output: tool({
    says: "Read the last lines of an agent's terminal, as its person sees them.",
    input: z.strictObject({ ref: Ref, lines: z.number().int().min(1).max(1_000).default(60) }),
  }),
  wait_for: tool({
    says: "Wait until one of these agents rests or asks its person (settled), works (running) or has ended. If time runs out, it says so: call it again.",
    input: z.strictObject({
      refs: z.array(Ref).min(1).max(20),
      until: z.enum(["settled", "running", "ended"]).default("settled"),
      timeout_seconds: z.number().int().min(1).max(600).default(45),
    }),
  }),
  send: tool({
    says: "Send a prompt to another agent. It sees who it is from. Then use wait_for, and get_agent for its words.",
    acts: true,
    input: z.strictObject({ ref: Ref, text: Text }),
  }),
  queue: tool({
    says: "Leave a prompt for another agent that is sent when it rests, also if it works now. It sees who it is from.",
    acts: true,
    input: z.strictObject({
      ref: Ref,
      text: Text,
      after: Ref.optional().describe("Another agent: the prompt also waits until that one's turn has ended"),
    }),
  }),
  interrupt: tool({
    says: "Interrupt another agent's turn, as its person would with its interrupt key.",
    acts: true,
    input: z.strictObject({ ref: Ref }),
  }),
  answer: tool({
    says: "Answer what another agent asks its person. Usually not allowed: leave it to the person.",
    acts: true,
    input: z.strictObject({
      ref: Ref,
      answer: Text.describe("A choice by its number, value or label; yes or no; or free text"),
    }),
  }),
  spawn: tool({
    says: "Start another agent in a tmux window beside yours, with a prompt. You may act on it from then on.",
    acts: true,
    input: z.strictObject({
      agent: z
        .string()
        .min(1)
        .max(100)
        .describe("The name of an agent that agtmux knows, or of a preset of the person's"),
      prompt: Text.optional(),
      workspace: z
        .string()
        .regex(/^\/[^\0]*$/, "an absolute path")
        .max(4_000)
        .optional()
        .describe("Where it works: your own directory if absent, else one below it"),
      worktree: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe("A branch that gets a git worktree of its own, so that you do not change the same files"),
    }),
  }),
  dispose: tool({
    says: "End an agent that you spawned, and remove its window and worktree. Refused if work would be lost.",
    acts: true,
    input: z.strictObject({ ref: Ref }),
  }),
  diff: tool({
    says: "Show what has changed where an agent works: since the last commit, since its branch left its base, or since its last turn began.",
    input: z.strictObject({ ref: Ref, since: z.enum(["commit", "base", "turn"]).default("commit") }),
  }),
  read_conversation: tool({
    says: "Read what was said in an agent's conversation: prompts, its words, its tool calls.",
    input: z.strictObject({ ref: Ref, turns: z.number().int().min(1).max(20).default(2) }),
  }),
  search: tool({
    says: "Search for words in the conversations of the agents that you may look at.",
    input: z.strictObject({
      words: z.string().regex(/\S/, "a search has words").max(500),
      limit: z.number().int().min(1).max(50).default(10),
    }),
  }),
} as const;

export type ToolName = keyof typeof TOOLS;
export type ToolInput<Name extends ToolName> = z.output<(typeof TOOLS)[Name]["input"]>;

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(TOOLS, name);
}

/** Where a call comes from, as the process of `agtmux mcp` tells it; a model has no part in it. */
export const CallerPlace = z.strictObject({
  pid: z.number().int().positive(),
  /** `$TMUX_PANE`, and the tmux server's pid of `$TMUX`; null where the agent does not pass them on. */
  pane_id: z
    .string()
    .regex(/^%\d+$/)
    .nullable(),
  tmux_server_pid: z.number().int().positive().nullable(),
});
export type CallerPlace = z.infer<typeof CallerPlace>;

export const ToolCallRequest = z.strictObject({
  caller: CallerPlace,
  /** As the model gave them: checked by the tool's own schema. */
  arguments: z.unknown(),
});
export type ToolCallRequest = z.infer<typeof ToolCallRequest>;

/** The result of a tool, for a model to read. */
export const ToolReport = z.object({ schema_version: z.literal(1), result: z.record(z.string(), z.unknown()) });
export type ToolReport = z.infer<typeof ToolReport>;

export const ToolChangesRequest = z.strictObject({
  caller: CallerPlace,
  /** The cursor of the report before; null at first. */
  after: z.string().max(500_000).nullable(),
});
export type ToolChangesRequest = z.infer<typeof ToolChangesRequest>;

/** Which agents that the caller may look at have changed; comes when there is something, or after half a minute. */
export const ToolChanges = z.object({
  schema_version: z.literal(1),
  cursor: z.string(),
  changed: z.array(z.string()),
  /** Agents have come or gone. */
  is_other_list: z.boolean(),
});
export type ToolChanges = z.infer<typeof ToolChanges>;

export const McpPauseRequest = z.strictObject({ paused: z.boolean() });

/** Whether agents may act on each other now. */
export const McpStatus = z.object({
  schema_version: z.literal(1),
  /** By `agtmux mcp pause`. */
  paused: z.boolean(),
  /** By `acting = false` in config.toml. */
  is_off: z.boolean(),
});
export type McpStatus = z.infer<typeof McpStatus>;

function tool<Input extends z.ZodObject>(spec: { says: string; input: Input; acts?: true }) {
  return { acts: false, ...spec };
}
