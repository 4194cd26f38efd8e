import { Fault } from "../../core/protocol/fault.ts";
import { HELPER_SESSION } from "./tmux-command.ts";
import { type Notification, type TmuxControl, tmuxQuote } from "./tmux-control.ts";

const WINDOW_PREFIX = "schmux-signal-";

/**
 * A way to a machine that allows one channel only: the watcher runs in a hidden window, what it prints comes as that
 * pane's output, and what it is told is typed there. The window is in a session of its own, and so is then our
 * connection, since a connection gets the output of its own session and no other.
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
    // several words are a program and its arguments: no shell of the user's comes before it and prints
    const command = `sh ${tmuxQuote(script.path)} ${tmuxQuote(script.daemonId)} window`;
    const where = "-P -F '#{pane_id} #{window_id}'";
    const [made] = await control
      .run(`new-session -d ${where} -s ${HELPER_SESSION} -n ${name} ${command}`)
      .catch(() => control.run(`new-window -d ${where} -t ${HELPER_SESSION}: -n ${name} ${command}`));
    const [paneId, windowId] = (made ?? "").split(" ");
    if (paneId === undefined || windowId === undefined)
      throw new Fault("E_TMUX", "tmux made no window for the watcher");
    // a window that stays when its program ends would keep the server alive for nobody
    await control.run(`set-option -p -t ${paneId} remain-on-exit off`);
    await control.run(`switch-client -E -t ${HELPER_SESSION}`);
    await control.run("refresh-client -f '!no-output'");
    return new WindowCarrier(control, paneId, windowId, events);
  }

  /** Also one that was just being made. */
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
    // one command a line: tmux answers each of a list by itself, and the second answer would be taken for the next one's
    for (const keys of [`-l ${tmuxQuote(line)}`, "Enter"])
      this.control.run(`send-keys -t ${this.paneId} ${keys}`).catch(() => this.end());
  }

  /** Another connection may be to another server, with windows of the same ids. */
  heed(notification: Notification, from: TmuxControl): void {
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
