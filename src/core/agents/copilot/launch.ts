import type { Launch } from "../../adapter/launch.ts";

/** It also reads the instruction files of other agents. */
export const LAUNCH: Launch = {
  program: "copilot",
  prompt: (text) => [`--interactive=${text}`],
  reads: () => [["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md"]],
  instructions: { by: "file", own: ".github/copilot-instructions.md", names: () => ["AGENTS.md"] },
};
