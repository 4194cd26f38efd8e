/** Names of shells, as tmux names a pane's foreground program. */
export const SHELL = /^-?(?:a|ba|z|fi|da|k|mk|c|tc)?sh$|^(?:nu|pwsh|elvish|xonsh)$/;
