import { type Launch, promptWord } from "../../adapter/launch.ts";

export const LAUNCH: Launch = {
  program: "pi",
  prompt: (text) => ["--", promptWord(text)],
  reads: () => [["AGENTS.override.md"], ["AGENTS.md"], ["CLAUDE.md"]],
  instructions: { by: "words", words: ({ file }) => ["--append-system-prompt", file] },
};
