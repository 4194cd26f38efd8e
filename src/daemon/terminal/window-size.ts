import type { ActionTarget } from "../actions/action-target.ts";

/** The size of a pane's window while a viewer sets it; restored afterwards. */
export class WindowSize {
  private readonly target: Pick<ActionTarget, "control">;
  private readonly paneId: string;
  /** The window-size option before; empty if inherited from the session. */
  private before: string | null = null;
  private wanted: { cols: number; rows: number } | null = null;
  private isSetting = false;

  constructor(target: Pick<ActionTarget, "control">, paneId: string) {
    this.target = target;
    this.paneId = paneId;
  }

  /** Of concurrent requests only the last counts. */
  async set(cols: number, rows: number): Promise<void> {
    this.wanted = { cols, rows };
    if (this.isSetting) return;
    this.isSetting = true;
    try {
      for (let size = this.next(); size !== null; size = this.next()) await this.resize(size.cols, size.rows);
    } finally {
      this.isSetting = false;
    }
  }

  async restore(): Promise<void> {
    this.wanted = null;
    if (this.before === null) return;
    const way =
      this.before === "" ? `-wu -t ${this.paneId} window-size` : `-w -t ${this.paneId} window-size ${this.before}`;
    this.before = null;
    await this.target
      .control()
      ?.run(`set-option ${way}`)
      .catch(() => undefined);
  }

  private next(): { cols: number; rows: number } | null {
    const { wanted } = this;
    this.wanted = null;
    return wanted;
  }

  private async resize(cols: number, rows: number): Promise<void> {
    const control = this.target.control();
    const way = `show-options -wqv -t ${this.paneId} window-size`;
    this.before ??= (await control?.run(way))?.[0] ?? "";
    await control?.run(`resize-window -t ${this.paneId} -x ${cols} -y ${rows}`);
  }
}
