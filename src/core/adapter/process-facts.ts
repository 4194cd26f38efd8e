/** One process, as the machine it runs on tells it. */
export interface ProcessFacts {
  pid: number;
  ppid: number;
  /** Tells two processes with one pid apart. */
  start: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** The kernel's name for it, which may be cut to 15 characters and may be a thread's name. */
  command: string;
  argv: string[];
  /** A signal has stopped it (Ctrl-Z, SIGSTOP); absent where it goes on. A debugger's stop is none. */
  stopped?: true;
}
