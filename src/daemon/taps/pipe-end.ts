/** Our end of one pipe of tmux's, from when it is made until it ends. */
export interface PipeEnd {
  /** Names it; nobody can guess it. */
  readonly path: string;
  /** The shell command that tmux's pipe runs. */
  readonly command: string;
  /** Nothing comes any more: tmux has closed the pipe, or it was replaced. */
  readonly hasEnded: boolean;
  /** What came before is kept until then. */
  start(onBytes: (bytes: Uint8Array) => void, onEnd: () => void): void;
  /** Resolves when all that tmux has written to it was told, or when that takes too long. */
  drained(patienceMs: number): Promise<void>;
  /** Lets go of it, and tells whether anybody still writes to it. */
  close(): Promise<boolean>;
}
