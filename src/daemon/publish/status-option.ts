import type { Log } from "../base/log.ts";
import { type TmuxControl, tmuxQuote } from "../targets/tmux/tmux-control.ts";

const NAME = "@agtmux_status";
const EVERY_MS = 1_000;

export interface StatusOptionDeps {
  text(): string;
  /** Calls `listener` after every change; returns how to unsubscribe. */
  onChange(listener: () => void): () => void;
  log: Log;
}

type Control = Pick<TmuxControl, "run" | "isOpen">;

/**
 * Sets `#{@agtmux_status}` for the status line of one tmux server: showing it starts no process. Written only if it
 * changed, and once a second at most: tmux redraws all its clients for it.
 */
export class StatusOption {
  private readonly deps: StatusOptionDeps;
  private readonly leave: () => void;
  private control: Control | null = null;
  /** Null if the server's value is unknown. */
  private shown: string | null = null;
  private pause: NodeJS.Timeout | null = null;
  private isStale = false;
  private isStopped = false;

  constructor(deps: StatusOptionDeps) {
    this.deps = deps;
    this.leave = deps.onChange(() => this.refresh());
  }

  /** Sets the connection to write over; does nothing if it is the current one. */
  attach(control: Control): void {
    // a stopping target observes its connection until everything of ours is removed through it
    if (this.isStopped || this.control === control) return;
    this.control = control;
    this.shown = null;
    this.refresh();
  }

  /** Resolves when the option is unset. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.leave();
    if (this.pause !== null) clearTimeout(this.pause);
    const { control } = this;
    this.control = null;
    if (control?.isOpen) await control.run(`set-option -gu ${NAME}`).catch(() => undefined);
  }

  private refresh(): void {
    this.isStale = true;
    if (this.pause !== null || this.control === null) return;
    this.isStale = false;
    const text = this.deps.text();
    if (text === this.shown) return;
    this.write(this.control, text);
    this.pause = setTimeout(() => {
      this.pause = null;
      if (this.isStale) this.refresh();
    }, EVERY_MS);
  }

  private write(control: Control, text: string): void {
    this.shown = text;
    control.run(`set-option -g ${NAME} ${tmuxQuote(text)}`).catch((error: unknown) => {
      if (this.control === control) this.shown = null;
      this.deps.log.debug({ err: String(error) }, "status option not set");
    });
  }
}
