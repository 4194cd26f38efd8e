import { z } from "zod";
import { TargetName } from "../base/refs.ts";
import { Millis } from "../base/time.ts";

const plain = z.string().regex(/^[^\0]*$/, "no zero byte");

export const SpawnRequest = z.strictObject({
  /** An agent, a model that an agent runs, or any command. */
  agent: plain.min(1).max(200),
  target: TargetName.default("host"),
  /** A directory on the target: absolute, or `~/…`. */
  workspace: plain.regex(/^(\/|~(\/|$))/, "an absolute path, or one that begins with ~/"),
  /** A branch of the repository at `workspace`, which gets its own worktree. */
  worktree: plain.min(1).max(200).optional(),
  /** The tmux session; created if it does not exist. */
  session: plain.optional(),
  prompt: plain.min(1).optional(),
  /** Additional arguments for the agent. */
  args: z.array(plain).default([]),
});
export type SpawnRequest = z.infer<typeof SpawnRequest>;

/** A spawn that was written down to be used again; where no workspace is named, it is chosen each time. */
export const SpawnWords = SpawnRequest.partial({ workspace: true });
export type SpawnWords = z.output<typeof SpawnWords>;

export const PresetList = z.object({
  schema_version: z.literal(1),
  items: z.array(z.object({ name: z.string(), ...SpawnWords.shape })),
});
export type PresetList = z.infer<typeof PresetList>;

export const SpawnedWorktree = z.object({
  path: z.string(),
  branch: z.string(),
  /** Whether the branch was created. */
  created_branch: z.boolean(),
});

/** An agent in its pane; it may end and be started there again. */
export const SpawnedBy = z.object({
  agent: z.string(),
  target: TargetName,
  pane_id: z.string(),
  /** Pid of its tmux server. */
  server_pid: z.number().int(),
  runtime_id: z.string(),
});
export type SpawnedBy = z.infer<typeof SpawnedBy>;

/** An agent that was spawned and not yet disposed of. */
export const SpawnedItem = z.object({
  session_id: z.string(),
  target: TargetName,
  ref: z.string(),
  pane_id: z.string(),
  window_id: z.string(),
  session_name: z.string(),
  /** As requested. */
  agent: z.string(),
  /** The program that was started. */
  program: z.string(),
  workspace: z.string(),
  workspace_id: z.string(),
  status_file: z.string(),
  worktree: SpawnedWorktree.nullable(),
  /** How the agent learns to signal: by arguments, a block added to this file, a block already there, or not at all. */
  instructions: z.object({ by: z.enum(["words", "file", "present", "none"]), file: z.string().nullable() }),
  spawned_at: Millis,
  /** The agent that has spawned it by its tools; absent if a person did. */
  spawned_by: SpawnedBy.exactOptional(),
});
export type SpawnedItem = z.infer<typeof SpawnedItem>;

export const Spawned = z.object({
  schema_version: z.literal(1),
  ...SpawnedItem.shape,
  /** All that was created, as text: files, directories, a branch, a window. */
  created: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type Spawned = z.infer<typeof Spawned>;

export const SpawnedList = z.object({ schema_version: z.literal(1), items: z.array(SpawnedItem) });
export type SpawnedList = z.infer<typeof SpawnedList>;

/** A ref of its pane or runtime, or its session id. */
export const DisposeRequest = z.strictObject({
  ref: z.string().min(1),
  /** Only say whether it would be refused: nothing is ended, removed or recorded. */
  dry_run: z.boolean().optional(),
});
export type DisposeRequest = z.infer<typeof DisposeRequest>;

export const Disposed = z.object({
  schema_version: z.literal(1),
  session_id: z.string(),
  target: TargetName,
  removed: z.array(z.string()),
  /** Things made for the agent that are kept, and why. */
  kept: z.array(z.string()),
});
export type Disposed = z.infer<typeof Disposed>;
