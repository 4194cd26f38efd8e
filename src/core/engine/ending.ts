/** How a process ended, as far as known. */
export interface Ending {
  exitCode: number | null;
  /** Name of the signal, such as `SIGKILL`. */
  signal: string | null;
}

/**
 * Signals whose sender wants an end and no report: a person at the keyboard, a closed terminal, a reader that has
 * enough.
 */
const QUIET: readonly string[] = ["SIGINT", "SIGHUP", "SIGPIPE"];

export function isFailure({ exitCode, signal }: Ending): boolean {
  return signal === null ? exitCode !== null && exitCode !== 0 : !QUIET.includes(signal);
}
