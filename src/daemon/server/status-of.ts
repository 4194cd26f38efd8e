import { ERRORS, type ErrorCode } from "../../core/protocol/error-codes.ts";

/** The HTTP status of a refusal. */
export function statusOf({ code }: { code: ErrorCode }): Status {
  return STATUSES[code] ?? (ERRORS[code].exit >= ERRORS.E_INTERNAL.exit ? 500 : 400);
}

type Status = 400 | 403 | 404 | 409 | 410 | 429 | 500 | 502 | 503 | 507;

/** Whatever is not named here is the caller's doing. */
const STATUSES: Partial<Record<ErrorCode, Status>> = {
  E_NOT_FOUND: 404,
  E_REF_NOT_FOUND: 404,
  E_TARGET_NOT_FOUND: 404,
  E_ADAPTER_NOT_FOUND: 404,
  E_AGENT_NOT_FOUND: 404,
  E_NOT_SPAWNED: 404,
  E_SIGNAL_NOT_FOUND: 404,
  E_DEVICE_NOT_FOUND: 404,
  E_PAIRING_CODE: 403,
  E_PAIRING_VOID: 429,
  E_NO_QUESTION: 404,
  E_REF_AMBIGUOUS: 409,
  // nothing was done, and why not
  E_STALE_SNAPSHOT: 409,
  E_GUARD_RUNTIME: 409,
  E_GUARD_STATE: 409,
  E_GUARD_FRESHNESS: 409,
  E_NO_AGENT: 409,
  E_AT_SHELL: 409,
  E_PANE_MODE: 409,
  E_DRAFT: 409,
  E_NOT_DELIVERED: 502,
  E_CURSOR_EXPIRED: 410,
  E_AGENT_ALIVE: 409,
  E_NOT_RESUMABLE: 409,
  E_NO_TMUX_SERVER: 409,
  E_BRANCH_IN_USE: 409,
  E_PATH_EXISTS: 409,
  E_WORKTREE_DIRTY: 409,
  E_TARGET_EXISTS: 409,
  E_TARGET_WATCHED: 409,
  // the target answers, and not as it should
  E_SSH_LOGIN: 502,
  E_SSH_HOST_KEY: 502,
  E_TARGET_UNUSABLE: 502,
  E_TMUX: 502,
  E_TMUX_MISSING: 502,
  E_TMUX_TOO_OLD: 502,
  E_TARGET_UNREACHABLE: 503,
  E_SSH_MISSING: 503,
  E_DB_CORRUPT: 500,
  E_DISK_FULL: 507,
};
