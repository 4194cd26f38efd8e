import type { Log } from "./log.ts";
import { type TmuxControl, tmuxQuote } from "./targets/tmux-control.ts";

const NAME = "@agtmux_status";
const EVERY_MS = 1_000;

export interface StatusOptionDeps {
  text(): string;
  /** Calls after every change, until the function it returns is called. */
  onChange(listener: () => void): () => void;
  log: Log;
}

type Control = Pick<TmuxControl, "run" | "isOpen">;

/**
 * `#{@agtmux_status}` for the status line of one tmux server: showing it starts no process. Written only when it says
 * something else, and once a second at most: tmux draws all its clients anew for it.
 */
export class StatusOption {
  private readonly deps: StatusOptionDeps;
  private readonly leave: () => void;
  private control: Control | null = null;
  /** Null where nobody knows what the server has. */
  private shown: string | null = null;
  private pause: NodeJS.Timeout | null = null;
  private isStale = false;

  constructor(deps: StatusOptionDeps) {
    this.deps = deps;
    this.leave = deps.onChange(() => this.refresh());
  }

  /** The connection to write over from now on; the same one again is nothing new. */
  attach(control: Control): void {
    if (this.control === control) return;
    this.control = control;
    this.shown = null;
    this.refresh();
  }

  /** Resolves when the server has forgotten it. */
  async stop(): Promise<void> {
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
