import type { DaemonStatus, Vitals } from "../../core/protocol/daemon/daemon.ts";
import { plain } from "./words.ts";

export function renderStatus(status: DaemonStatus): string {
  if (!status.running) return `agtmuxd is not running (home ${status.home}); start it with 'agtmux daemon start'`;
  const lines = [
    `agtmuxd ${status.version} runs (pid ${status.pid}${status.supervised ? ", under a supervisor" : ""})`,
    `home       ${status.home}`,
    `socket     ${status.socket}`,
    `dashboard  ${status.dashboard}`,
    ...(status.plain_dashboard === null
      ? []
      : [`           ${status.plain_dashboard} where a browser does not find that`]),
    `tmux       ${status.tmux_socket === null ? "default server" : `server "${status.tmux_socket}"`}`,
    ...(status.vitals ? vitalLines(status.vitals) : []),
  ];
  return [...lines, ...status.problems.map((problem) => `problem    ${plain(problem.message)} [${problem.code}]`)].join(
    "\n",
  );
}

/** Older daemons send none. */
function vitalLines(vitals: Vitals): string[] {
  const { memory_bytes, open_files, open_files_limit, lag_ms, longest_lag_ms, events, events_per_second } = vitals;
  const files =
    open_files === null
      ? ""
      : `, ${open_files}${open_files_limit === null ? "" : ` of ${open_files_limit}`} files open`;
  const waiting = vitals.spooled + vitals.unbound_events + vitals.undelivered;
  return [
    `memory     ${Math.round(memory_bytes / MEBIBYTE)} MiB${files}`,
    `lag        ${Math.round(lag_ms)} ms, ${Math.round(longest_lag_ms)} ms at most in the last minutes`,
    `events     ${events}, ${events_per_second.toFixed(1)} a second, ${waiting} waiting`,
  ];
}

const MEBIBYTE = 1024 * 1024;
