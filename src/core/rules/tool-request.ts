/** A tool call that an agent wants to make, as its own channel tells it. */
export interface ToolRequest {
  /** The agent's own name of the tool. */
  tool: string;
  cwd: string;
  /** If it runs a command, and nothing but that. */
  command: string | null;
  /** If it reads or changes these files, and does nothing else. */
  paths: readonly string[] | null;
}
