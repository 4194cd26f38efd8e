import type { ProcessFacts } from "./process-facts.ts";

export type ProcessRow = [pid: number, ppid: number, command: string, argv: string[], state?: "stopped"];

/** For tests: processes that began in the order of their pids. */
export function processTree(rows: readonly ProcessRow[]): ProcessFacts[] {
  return rows.map(([pid, ppid, command, argv, state]) => {
    const facts = { pid, ppid, start: String(pid), startedAt: pid * 1000, command, argv };
    return state === "stopped" ? { ...facts, stopped: true } : facts;
  });
}

/** A pane in which a shell runs one program. */
export function inShell(command: string, argv: string[]): ProcessFacts[] {
  return processTree([
    [100, 1, "bash", ["-bash"]],
    [110, 100, command, argv],
  ]);
}
