import type { CommandTable } from "./command-table.ts";

export const COMPLETIONS = {
  name: "completions",
  summary: "print completions for bash, zsh or fish",
  usage: ["agtmux completions bash|zsh|fish"],
  about: `Prints a script for your shell. It completes commands, options, their values, and the refs of the panes that exist now.`,
  arguments: [
    {
      words: {
        bash: "for ~/.bashrc",
        zsh: "for ~/.zshrc, after compinit",
        fish: "for ~/.config/fish/config.fish",
        words: "what fits at the end of a command line; the scripts use this",
      },
    },
    { repeated: true },
  ],
  options: {
    describe: { does: "With words: also print what each word means." },
    row: { value: "N", does: "With --describe: in a row of at most N columns, that also has the place of a pane." },
  },
  examples: [
    `echo 'eval "$(agtmux completions bash)"' >> ~/.bashrc`,
    `echo 'eval "$(agtmux completions zsh)"' >> ~/.zshrc`,
    "echo 'agtmux completions fish | source' >> ~/.config/fish/config.fish",
  ],
} as const satisfies CommandTable;
