export interface InputActions {
  onBytes(bytes: Buffer): void;
  quit(): void;
  /** Called before the process is stopped. */
  suspend(): void;
  /** Called when the process continues after a stop, whoever stopped it. */
  resume(): void;
}

export interface TerminalInput {
  /** Stops the process, as Ctrl-Z does elsewhere. */
  stop(): void;
  /** Gives the terminal back while another program has it, or for good. */
  release(): void;
  take(): void;
}

const ENDS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Reads keys as they are pressed; without a terminal to read from, only signals count. */
export function openTerminalInput({ onBytes, quit, suspend, resume }: InputActions): TerminalInput {
  const { stdin } = process;
  const isTerminal = stdin.isTTY === true;
  const raw = (on: boolean) => isTerminal && stdin.setRawMode(on);
  const stop = () => {
    raw(false);
    suspend();
    process.kill(process.pid, "SIGSTOP");
  };
  const goOn = () => {
    // the shell may have changed the terminal, which Node does not know
    raw(false);
    raw(true);
    resume();
  };
  const take = () => {
    for (const signal of ENDS) process.on(signal, quit);
    process.on("SIGTSTP", stop);
    process.on("SIGCONT", goOn);
    if (!isTerminal) return;
    raw(true);
    stdin.on("data", onBytes);
    stdin.resume();
  };
  const release = () => {
    for (const signal of ENDS) process.removeListener(signal, quit);
    process.removeListener("SIGTSTP", stop);
    process.removeListener("SIGCONT", goOn);
    if (!isTerminal) return;
    stdin.removeListener("data", onBytes);
    raw(false);
    stdin.pause();
  };
  take();
  return { stop, release, take };
}
