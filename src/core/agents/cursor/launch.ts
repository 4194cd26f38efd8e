import { type Launch, promptWord } from "../../adapter/launch.ts";

/** Known from its documentation alone. */
export const LAUNCH: Launch = {
  program: "cursor-agent",
  prompt: (text) => ["--", promptWord(text)],
  reads: () => [["AGENTS.md", "CLAUDE.md"]],
  instructions: { by: "file", names: () => ["AGENTS.md"] },
};
