import { lookAtPane } from "../targets/pipes/pane-look.ts";
import type { LookListener, OutputResult, PaneOutput } from "../targets/pipes/pane-output.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";
import type { ObservedPane } from "../targets/tmux/topology.ts";

/** tmux reports activity in whole seconds: further output in the same second changes nothing in its report. */
const SECOND_MS = 1_100;

/** A pane whose output cannot be streamed: its content is captured whenever it has printed. */
export class PolledPane implements PaneOutput {
  private readonly paneId: string;
  private readonly scrollback: number;
  private readonly control: TmuxControl;
  private readonly mayListen: (pane: ObservedPane) => boolean;
  private activity: number;
  private again: NodeJS.Timeout | null = null;
  private listener: LookListener = () => () => "told";

  /** `mayListen` says when the output can be streamed after all. */
  static async open(
    pane: ObservedPane,
    scrollback: number,
    control: TmuxControl,
    mayListen: (pane: ObservedPane) => boolean,
  ): Promise<OutputResult> {
    const output = new PolledPane(pane, scrollback, control, mayListen);
    const start = await lookAtPane(control, pane.pane_id, scrollback);
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
    this.mayListen = mayListen;
    this.activity = pane.lastActivity;
  }

  onData(): void {}

  onLook(listener: LookListener): void {
    this.listener = listener;
  }

  noteActivity(lastActivity: number): void {
    if (lastActivity === this.activity) return;
    this.activity = lastActivity;
    void this.look();
    this.lookAgain();
  }

  /** Not open over another connection, where the output may be streamed. */
  isOpen(pane: ObservedPane, control: TmuxControl): boolean {
    return control === this.control && !this.mayListen(pane);
  }

  async close(): Promise<void> {
    this.listener = () => () => "told";
    if (this.again !== null) clearTimeout(this.again);
  }

  private lookAgain(): void {
    if (this.again !== null) clearTimeout(this.again);
    this.again = setTimeout(() => void this.look(), SECOND_MS);
  }

  private async look(): Promise<void> {
    // the connection has ended: the pane is opened again over the next one
    const seen = await lookAtPane(this.control, this.paneId, this.scrollback).catch(() => null);
    if (seen !== null) this.listener()(seen);
  }
}
