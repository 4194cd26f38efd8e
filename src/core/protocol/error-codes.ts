/** Every code, the exit status of the command that reports it, and what it means. */
export const ERRORS = {
  E_USAGE: { exit: 2, means: "the command's words are off" },
  E_INVALID_INPUT: { exit: 3, means: "what was given does not parse" },
  E_INVALID_STATE: { exit: 4, means: "not one of the states of the dialect" },
  E_CONFIG_INVALID: { exit: 5, means: "config.toml or an AGTMUX_ variable does not fit" },
  E_DAEMON_DOWN: { exit: 10, means: "no daemon answers on the socket" },
  E_DAEMON_RUNNING: { exit: 11, means: "another daemon owns this AGTMUX_HOME" },
  E_SOCKET_IN_USE: { exit: 12, means: "something else listens where the daemon wants to" },
  E_DB_NEWER: { exit: 13, means: "the database was written by a newer agtmux" },
  E_DB_CORRUPT: { exit: 14, means: "the database cannot be read" },
  E_DISK_FULL: { exit: 15, means: "the disk is full: signals wait in the spool" },
  E_HOME_UNUSABLE: { exit: 16, means: "AGTMUX_HOME cannot be created or written" },
  E_VERSION_MISMATCH: { exit: 17, means: "the daemon runs another version of agtmux" },
  E_TMUX_MISSING: { exit: 20, means: "tmux is not installed" },
  E_TMUX_TOO_OLD: { exit: 21, means: "tmux is older than 3.2" },
  E_NOT_IN_TMUX: { exit: 22, means: "this command wants to run inside a tmux pane" },
  E_REF_NOT_FOUND: { exit: 30, means: "nothing matches the reference" },
  E_REF_AMBIGUOUS: { exit: 31, means: "more than one thing matches the reference" },
  E_REF_INVALID: { exit: 32, means: "the reference does not follow the grammar" },
  E_MIXED_SEQUENCE: { exit: 40, means: "a source mixes numbered and unnumbered events" },
  E_CURSOR_EXPIRED: { exit: 41, means: "the cursor is older than what is kept" },
  E_UNAUTHORIZED: { exit: 50, means: "no token, or the wrong one" },
  E_FORBIDDEN_ORIGIN: { exit: 51, means: "the request comes from another host or page" },
  E_NOT_FOUND: { exit: 52, means: "no such path in the API" },
  E_INTERNAL: { exit: 70, means: "a fault of agtmux's own" },
} as const;

export type ErrorCode = keyof typeof ERRORS;
