import type { TmuxControl } from "../targets/tmux-control.ts";
import type { ObservedPane } from "../targets/topology.ts";
import { lookCommands, readLook } from "./output-client.ts";
import type { OutputResult, OutputStart, PaneOutput } from "./pane-output.ts";

/** tmux tells activity in whole seconds: what is printed later in the same one changes nothing that it tells. */
const SECOND_MS = 1_100;

/** A pane whose output cannot be had as it comes: what it shows is read whenever it has printed. */
export class LookedAtPane implements PaneOutput {
  private readonly paneId: string;
  private readonly scrollback: number;
  private readonly control: TmuxControl;
  /** It is looked at because it stays when its process ends. */
  private readonly remains: boolean;
  private readonly mayListen: (pane: ObservedPane) => boolean;
  private activity: number;
  private again: NodeJS.Timeout | null = null;
  private listener: (look: OutputStart) => void = () => {};

  /** `mayListen` says when its output may be had as it comes. */
  static async open(
    pane: ObservedPane,
    scrollback: number,
    control: TmuxControl,
    mayListen: (pane: ObservedPane) => boolean = () => false,
  ): Promise<OutputResult> {
    const output = new LookedAtPane(pane, scrollback, control, mayListen);
    const start = await output.read();
    if (start === null) return { status: "gone" };
    output.lookAgain();
    return { status: "open", output, start };
  }

  private constructor(
    pane: ObservedPane,
    scrollback: number,
    control: TmuxControl,
    mayListen: (pane: ObservedPane) => boolean,
  ) {
    this.paneId = pane.pane_id;
    this.scrollback = scrollback;
    this.control = control;
    this.remains = pane.remains;
    this.mayListen = mayListen;
    this.activity = pane.lastActivity;
  }

  onData(): void {}

  onLook(listener: (look: OutputStart) => void): void {
    this.listener = listener;
  }

  /** Over another connection there may be a channel for its output. */
  isOpen(pane: ObservedPane, control: TmuxControl): boolean {
    const { lastActivity, remains } = pane;
    if (control !== this.control || remains !== this.remains || this.mayListen(pane)) return false;
    if (lastActivity === this.activity) return true;
    this.activity = lastActivity;
    void this.look();
    this.lookAgain();
    return true;
  }

  async close(): Promise<void> {
    this.listener = () => {};
    if (this.again !== null) clearTimeout(this.again);
  }

  private lookAgain(): void {
    if (this.again !== null) clearTimeout(this.again);
    this.again = setTimeout(() => void this.look(), SECOND_MS);
  }

  private async look(): Promise<void> {
    // a connection that has ended: it is opened anew over the next one
    const seen = await this.read().catch(() => null);
    if (seen !== null) this.listener(seen);
  }

  private async read(): Promise<OutputStart | null> {
    return readLook(await this.control.runList(lookCommands(this.paneId, this.scrollback)));
  }
}
