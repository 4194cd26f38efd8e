import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const CONFIG = {
  name: "config",
  summary: "show the settings, their values and where they come from",
  usage: ["agtmux config [list] [options]"],
  about: `Shows each setting with its value and where the value comes from. A flag counts first, then AGTMUX_<NAME>, then config.toml in the home, then
the default.`,
  arguments: [{ words: { list: "show the settings" } }],
  options: {
    all: {
      does: "Show also settings for tuning that have their defaults: times and sizes that hardly anybody needs to change.",
    },
    ...JSON_OPTION,
  },
  notes: `config.toml can also add, replace or switch off the cues by which agtmux reads an agent's screen ('agtmux debug screen' shows their names):

  [agents.claude.cues]
  my-dialog = { state = "waiting_approval", pattern = "^Proceed with deployment\\\\?$", where = "question" }
  working-keys = false

state is one of running, waiting_approval, waiting_input, completed, idle, error. where is one of: question, options, hint or dialog (these
are parts of a dialog, or all of it); status (the status line), footer, last (the last piece of the conversation; the default), turn, draft,
bottom (the bottom line), any. since and until limit the cue to versions of the agent.

A preset is a spawn to be used again, by 'agtmux spawn --preset review' or on the dashboard. Only the agent is needed:

  [presets.review]
  agent = "claude"
  workspace = "~/src/shop"
  worktree = "review"
  prompt = "Review the last commit"
  args = ["--model", "opus"]

It can also name the target and the tmux session. The daemon reads config.toml when it starts.`,
  examples: ["agtmux config list", "agtmux config list --all"],
} as const satisfies CommandTable;
