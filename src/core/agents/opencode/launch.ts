import type { Launch } from "../../adapter/launch.ts";

/** If there is an AGENTS.md it does not read CLAUDE.md: creating an AGENTS.md would hide the user's instructions. */
const FILES = ["AGENTS.md", "CLAUDE.md"] as const;

export function launchOf(program: string): Launch {
  return {
    program,
    prompt: (text) => [`--prompt=${text}`],
    reads: () => FILES.map((name) => [name]),
    instructions: { by: "file", names: () => FILES },
  };
}
