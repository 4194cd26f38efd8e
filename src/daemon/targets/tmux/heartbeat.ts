import type { TmuxControl } from "./tmux-control.ts";

export interface HeartbeatOptions {
  control: Pick<TmuxControl, "run" | "replies">;
  /** Interval between heartbeats, and how long tmux may reply to nothing, in milliseconds. */
  everyMs: number;
  onAnswer(): void;
  onSilence(): void;
}

/** If our own process was suspended, the reply is already here but unread: allow time to read it. */
const GRACE_MS = 200;

/** Detects a wedged tmux connection: open, but without replies. */
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

  /** Schedules the next beat even after an error: nothing else detects that tmux hangs. */
  private async beatOn(): Promise<void> {
    try {
      await this.beat();
    } finally {
      this.start();
    }
  }

  /** Resolves when tmux has replied, or has replied to nothing for too long. */
  async beat(): Promise<void> {
    const { control, everyMs, onAnswer, onSilence } = this.options;
    const answer = control.run("display-message -p ok").then(
      () => "answered" as const,
      () => "closed" as const,
    );
    let late: NodeJS.Timeout | undefined;
    const silence = new Promise<"silent">((resolve) => {
      const wait = () => {
        const { replies } = control;
        // replies to commands before this one: tmux is busy, and another connection would only add to its work
        const judge = () => (control.replies === replies ? resolve("silent") : wait());
        late = setTimeout(() => {
          late = setTimeout(judge, GRACE_MS);
        }, everyMs);
      };
      wait();
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
