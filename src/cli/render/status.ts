import type { DaemonStatus } from "../../core/protocol/daemon.ts";
import { plain } from "./words.ts";

export function renderStatus(status: DaemonStatus): string {
  if (!status.running) return `agtmuxd is not running (home ${status.home}); start it with 'agtmux daemon start'`;
  const lines = [
    `agtmuxd ${status.version} runs (pid ${status.pid})`,
    `home       ${status.home}`,
    `socket     ${status.socket}`,
    `dashboard  ${status.dashboard}`,
    `tmux       ${status.tmux_socket === null ? "default server" : `server "${status.tmux_socket}"`}`,
  ];
  return [...lines, ...status.problems.map((problem) => `problem    ${plain(problem.message)} [${problem.code}]`)].join(
    "\n",
  );
}
