import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const SPAWN = {
  name: "spawn",
  summary: "start an agent that can signal, in a tmux window of its own",
  usage: ["agtmux spawn --agent NAME [options] [-- WORD…]", "agtmux spawn --preset NAME [options] [-- WORD…]"],
  about: `Starts an agent in a tmux window of its own, teaches it to signal, and watches it from the start. Words after -- are given to the agent.`,
  options: {
    agent: {
      value: "NAME",
      completes: "adapter",
      does: "Start this agent, such as claude or codex ('agtmux adapters list' names all); the agent of this model (claude-opus, claude-sonnet, claude-haiku, kimi-k2, …); or any command, which gets only the variables. A name with a / is a path.",
    },
    preset: {
      value: "NAME",
      completes: "preset",
      does: "Start what [presets.NAME] in config.toml says: agent, target, workspace, worktree, session, prompt and args. Other options go before it.",
    },
    target: { value: "NAME", completes: "target", does: "Start it on this target (default: host)." },
    workspace: {
      value: "PATH",
      does: "Start it in this directory (default: the current one). On another machine the path must be absolute.",
    },
    worktree: {
      value: "BRANCH",
      does: "Start it in a git worktree of that repository, in <repository>-worktrees/<branch> beside it (setting worktrees). A branch that does not exist is created from HEAD.",
    },
    session: {
      value: "NAME",
      does: "Use this tmux session: a new one, or a new window in an existing one (default: the name of the workspace). If no tmux server runs, one is started.",
    },
    prompt: { value: "TEXT", does: "Give this task to the agent when it starts." },
    ...JSON_OPTION,
  },
  notes: `The agent runs in the environment of your login shell, with SCHMUX_* and AGTMUX_* set. When it ends, a shell stays in its pane.
Claude, Codex and pi get their instructions on the command line. Most others get a block in a file that they read, such as GEMINI.md, QWEN.md or
AGENTS.md, which 'agtmux dispose' removes; the rest get the variables only. If such a file did not exist before, it is hidden from git while the agent exists.`,
  examples: [
    'agtmux spawn --agent codex --worktree fix-login --prompt "Fix the login test"',
    "agtmux spawn --preset review",
  ],
} as const satisfies CommandTable;
