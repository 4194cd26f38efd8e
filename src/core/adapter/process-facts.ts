/** One process, as its machine reports it. */
export interface ProcessFacts {
  pid: number;
  ppid: number;
  /** Distinguishes two processes that had the same pid. */
  start: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** The kernel's name for it, which may be cut to 15 characters and may be a thread's name. */
  command: string;
  argv: string[];
  /** Stopped by a signal (Ctrl-Z, SIGSTOP); absent if it runs. Being stopped by a debugger does not count. */
  stopped?: true;
}
