import { hasOption, type Launch, promptWord } from "../../adapter/launch.ts";

const [FILE, TEXT] = ["--append-system-prompt-file", "--append-system-prompt"] as const;
/** Families of models that people run in Claude Code through another endpoint, set in its environment. */
const OTHERS = /^(kimi|glm|minimax|qwen|deepseek)([-.\d]|$)/i;

export const LAUNCH: Launch = {
  program: "claude",
  model(name) {
    const [, alias] = /^claude-(opus|sonnet|haiku)$/.exec(name) ?? [];
    if (alias !== undefined) return ["--model", alias];
    return /^claude-[a-z0-9]/.test(name) || OTHERS.test(name) ? ["--model", name] : null;
  },
  // some of its options take all following words
  prompt: (text) => ["--", promptWord(text)],
  reads: () => [["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"], ["AGENTS.md"]],
  instructions: {
    by: "words",
    // if two files are given, only the last counts; a file and a text both count
    words({ text, file, args }) {
      if (!hasOption(args, FILE)) return [FILE, file];
      return hasOption(args, TEXT) ? null : [TEXT, text];
    },
  },
};
