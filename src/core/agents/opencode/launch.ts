import type { Launch } from "../../adapter/launch.ts";

/** Where there is an AGENTS.md it does not read a CLAUDE.md: to make one would take the user's instructions away. */
const FILES = ["AGENTS.md", "CLAUDE.md"] as const;

export const LAUNCH: Launch = {
  program: "opencode",
  prompt: (text) => [`--prompt=${text}`],
  reads: () => FILES.map((name) => [name]),
  instructions: { by: "file", names: () => FILES },
};
