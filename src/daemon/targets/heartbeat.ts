import type { TmuxControl } from "./tmux-control.ts";

export interface HeartbeatOptions {
  control: Pick<TmuxControl, "run">;
  /** How often tmux is asked whether it is there, and how long it may take to say so. */
  everyMs: number;
  onAnswer(): void;
  onSilence(): void;
}

/** Where it was we who stood still, the answer lies here unread. */
const GRACE_MS = 200;

/** Finds out that a connection to tmux is wedged: it is open, and nothing comes. */
export class Heartbeat {
  private readonly options: HeartbeatOptions;
  private next: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(options: HeartbeatOptions) {
    this.options = options;
  }

  start(): void {
    if (this.stopped) return;
    this.next = setTimeout(() => void this.beatOn(), this.options.everyMs);
  }

  /** Goes on whatever became of this one: nobody else would notice that tmux hangs. */
  private async beatOn(): Promise<void> {
    try {
      await this.beat();
    } finally {
      this.start();
    }
  }

  /** Resolves when tmux has answered, or will not. */
  async beat(): Promise<void> {
    const { control, everyMs, onAnswer, onSilence } = this.options;
    const answer = control.run("display-message -p ok").then(
      () => "answered" as const,
      () => "closed" as const,
    );
    let late: NodeJS.Timeout | undefined;
    const silence = new Promise<"silent">((resolve) => {
      late = setTimeout(() => {
        late = setTimeout(() => resolve("silent"), GRACE_MS);
      }, everyMs);
    });
    const outcome = await Promise.race([answer, silence]);
    clearTimeout(late);
    if (this.stopped) return;
    if (outcome === "answered") onAnswer();
    if (outcome === "silent") onSilence();
  }

  stop(): void {
    this.stopped = true;
    if (this.next !== null) clearTimeout(this.next);
  }
}
