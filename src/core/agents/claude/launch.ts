import { hasOption, type Launch, promptWord } from "../../adapter/launch.ts";

const [FILE, TEXT] = ["--append-system-prompt-file", "--append-system-prompt"] as const;
/** Families of models that people run in Claude Code, by an endpoint of their own in its environment. */
const OTHERS = /^(kimi|glm|minimax|qwen|deepseek)([-.\d]|$)/i;

export const LAUNCH: Launch = {
  program: "claude",
  model(name) {
    const [, alias] = /^claude-(opus|sonnet|haiku)$/.exec(name) ?? [];
    if (alias !== undefined) return ["--model", alias];
    return /^claude-[a-z0-9]/.test(name) || OTHERS.test(name) ? ["--model", name] : null;
  },
  // some of its options take as many words as follow them
  prompt: (text) => ["--", promptWord(text)],
  reads: () => [["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"], ["AGENTS.md"]],
  instructions: {
    by: "words",
    // of two files the last one counts; a file and a text are both told
    words({ text, file, args }) {
      if (!hasOption(args, FILE)) return [FILE, file];
      return hasOption(args, TEXT) ? null : [TEXT, text];
    },
  },
};
