/** Groups of error codes that several routes share. */

export const REF_FAULTS = ["E_REF_INVALID", "E_REF_NOT_FOUND", "E_REF_AMBIGUOUS"] as const;

/** Of every action on a pane: the pane is gone or no longer in the expected state. */
export const ACTION_FAULTS = [
  ...REF_FAULTS,
  "E_STALE_SNAPSHOT",
  "E_GUARD_RUNTIME",
  "E_GUARD_STATE",
  "E_GUARD_FRESHNESS",
  "E_TARGET_UNREACHABLE",
  "E_TMUX",
] as const;

/** Of everything that types text into an agent. */
export const TYPING_FAULTS = [
  ...ACTION_FAULTS,
  "E_NO_AGENT",
  "E_AT_SHELL",
  "E_PANE_MODE",
  "E_TERMINAL_IN_USE",
  "E_SUSPENDED",
  "E_DRAFT",
  "E_NOT_DELIVERED",
  "E_TIMEOUT",
  "E_OTHER_STATE",
  "E_RUNTIME_ENDED",
] as const;

/** Of everything that runs on another machine. */
export const REACH_FAULTS = [
  "E_TARGET_NOT_FOUND",
  "E_TARGET_UNREACHABLE",
  "E_TARGET_UNUSABLE",
  "E_SSH_LOGIN",
  "E_SSH_HOST_KEY",
  "E_SSH_MISSING",
  "E_TMUX",
  "E_TMUX_MISSING",
  "E_TMUX_TOO_OLD",
] as const;

/** Of every list with filters. */
export const FILTER_FAULTS = ["E_INVALID_FILTER", "E_TARGET_NOT_FOUND"] as const;
