export interface KeyActions {
  quit(): void;
  /** Before the process is stopped, and when it goes on. */
  suspend(): void;
  resume(): void;
}

/** q and Ctrl-C end, Ctrl-Z stops; returns how to give the keyboard back. */
export function listenToKeys({ quit, suspend, resume }: KeyActions): () => void {
  const { stdin } = process;
  const isTerminal = stdin.isTTY === true;
  const onData = (keys: Buffer) => {
    for (const key of keys.toString("latin1")) {
      if (key === "q" || key === "Q" || key === "\x03") quit();
      if (key === "\x1a") stop();
    }
  };
  const stop = () => {
    stdin.setRawMode(false);
    suspend();
    process.once("SIGCONT", () => {
      stdin.setRawMode(true);
      resume();
    });
    process.kill(process.pid, "SIGSTOP");
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, quit);
  if (isTerminal) {
    stdin.setRawMode(true);
    stdin.on("data", onData);
    stdin.resume();
  }
  return () => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.removeListener(signal, quit);
    if (!isTerminal) return;
    stdin.removeListener("data", onData);
    stdin.setRawMode(false);
    stdin.pause();
  };
}
