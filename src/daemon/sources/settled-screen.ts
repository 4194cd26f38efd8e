import type { Log } from "../log.ts";

export interface SettledScreenDeps {
  paneId: string;
  capture(): Promise<string[]>;
  onScreen(rows: readonly string[]): void;
  settleMs: number;
  log: Log;
}

/** What one pane shows once its output has settled: programs that place words by cursor can only be read so. */
export class SettledScreen {
  private readonly deps: SettledScreenDeps;
  private timer: NodeJS.Timeout | null = null;
  /** It has changed since it was last read. */
  private unread = false;
  private stopped = false;

  constructor(deps: SettledScreenDeps) {
    this.deps = deps;
  }

  /** Something was printed. */
  touch(): void {
    this.unread = true;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.read(), this.deps.settleMs);
  }

  /** Reads what could not be read, or never settles. */
  retry(): void {
    if (this.unread) void this.read();
  }

  stop(): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private async read(): Promise<void> {
    const { paneId, capture, onScreen, log } = this.deps;
    const rows = await capture().catch((error: unknown) => {
      log.debug({ pane: paneId, err: String(error) }, "screen not read");
      return null;
    });
    if (this.stopped || rows === null) return;
    this.unread = false;
    onScreen(rows);
  }
}
