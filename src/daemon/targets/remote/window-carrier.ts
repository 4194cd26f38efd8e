import { Fault } from "../../../core/protocol/base/fault.ts";
import { HELPER_SESSION } from "../executor/tmux-command.ts";
import { type Notification, type TmuxControl, tmuxQuote } from "../tmux/tmux-control.ts";

const WINDOW_PREFIX = "schmux-signal-";

/**
 * Carries the watcher's data on a machine that allows only one channel: the watcher runs in a hidden window, its output
 * comes as that pane's output, and our lines are typed into it. The window has its own session, to which our connection
 * switches, since a connection gets only the output of its own session.
 */
export class WindowCarrier {
  private readonly control: TmuxControl;
  private readonly paneId: string;
  private readonly windowId: string;
  private readonly events: { onBytes(bytes: Uint8Array): void; onEnd(): void };
  private ended = false;

  static async open(
    control: TmuxControl,
    script: { path: string; daemonId: string },
    events: WindowCarrier["events"],
  ): Promise<WindowCarrier> {
    const name = nameOf(script.daemonId);
    // several words are run as program and arguments, without a user's shell that may print first
    const command = `sh ${tmuxQuote(script.path)} ${tmuxQuote(script.daemonId)} window`;
    const where = "-P -F '#{pane_id} #{window_id}'";
    const [made] = await control
      .run(`new-session -d ${where} -s ${HELPER_SESSION} -n ${name} ${command}`)
      .catch(() => control.run(`new-window -d ${where} -t ${HELPER_SESSION}: -n ${name} ${command}`));
    const [paneId, windowId] = (made ?? "").split(" ");
    if (paneId === undefined || windowId === undefined)
      throw new Fault("E_TMUX", "tmux made no window for the watcher");
    // with remain-on-exit the window would keep the server alive after its program ends
    await control.run(`set-option -p -t ${paneId} remain-on-exit off`);
    await control.run(`switch-client -E -t ${HELPER_SESSION}`);
    await control.run("refresh-client -f '!no-output'");
    return new WindowCarrier(control, paneId, windowId, events);
  }

  /** Also removes a window that is still being created. */
  static async remove(control: TmuxControl, daemonId: string): Promise<void> {
    await control.run(`kill-window -t =${HELPER_SESSION}:=${nameOf(daemonId)}`).catch(() => undefined);
  }

  private constructor(control: TmuxControl, paneId: string, windowId: string, events: WindowCarrier["events"]) {
    this.control = control;
    this.paneId = paneId;
    this.windowId = windowId;
    this.events = events;
  }

  send(line: string): void {
    // one command per line: tmux replies to each command of a list, and the second reply would be taken for the next
    // command's
    for (const keys of [`-l ${tmuxQuote(line)}`, "Enter"])
      this.control.run(`send-keys -t ${this.paneId} ${keys}`).catch(() => this.end());
  }

  /** Notifications of other connections are ignored: another server may have windows with the same ids. */
  handle(notification: Notification, from: TmuxControl): void {
    if (from !== this.control) return;
    if (notification.type === "output" && notification.pane === this.paneId) this.events.onBytes(notification.data);
    const closed = notification.type === "window-close" || notification.type === "unlinked-window-close";
    if (closed && notification.window === this.windowId) this.end();
  }

  async close(): Promise<void> {
    this.ended = true;
    await this.control.run(`kill-window -t ${this.windowId}`).catch(() => undefined);
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    this.events.onEnd();
  }
}

function nameOf(daemonId: string): string {
  return `${WINDOW_PREFIX}${daemonId.slice(-8)}`;
}
