/** Names of shells, as tmux names a pane's foreground program. Every command loads this file, so it imports nothing. */
export const SHELL = /^-?(?:a|ba|z|fi|da|k|mk|c|tc)?sh$|^(?:nu|pwsh|elvish|xonsh)$/;
