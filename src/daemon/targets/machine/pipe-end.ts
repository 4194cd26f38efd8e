/** Our end of one tmux pipe, from its creation to its end. */
export interface PipeEnd {
  /** Identifies the pipe; cannot be guessed. */
  readonly path: string;
  /** The shell command that tmux's pipe runs. */
  readonly command: string;
  /** Whether all output passes, or only lines that may hold a marker. */
  readonly passesAll: boolean;
  /** No more output: tmux has closed the pipe, or it was replaced. */
  readonly hasEnded: boolean;
  /** Starts delivery, first of what was buffered before. */
  start(onBytes: (bytes: Uint8Array) => void, onEnd: (why: PipeEndReason) => void): void;
  /** Resolves when all that tmux has written to it was delivered, or after `patienceMs`. */
  drained(patienceMs: number): Promise<void>;
  /** Closes it; true if something still writes to it. */
  close(): Promise<boolean>;
}

/** `flooded`: more output than the link can carry, which tmux would have to buffer. */
export type PipeEndReason = "closed" | "flooded";
