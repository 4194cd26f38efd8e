import { Heartbeat } from "../targets/heartbeat.ts";
import type { Machine } from "../targets/machine.ts";
import { outputArgs } from "../targets/tmux-command.ts";
import { type Notification, TmuxControl } from "../targets/tmux-control.ts";

export interface SessionClientDeps {
  machine: Pick<Machine, "startTmux" | "door">;
  socketName: string;
  heartbeatMs: number;
}

export interface SessionListener {
  /** False for a pane that nobody wants to hear. */
  hear(paneId: string, bytes: Uint8Array): boolean;
  heed?(notification: Notification): void;
  /** Once, however it ends; `why` is what tmux or ssh said of it. */
  end(why: string): void;
}

/** A control client of one session, to which its panes print. */
export class SessionClient {
  readonly control: TmuxControl;
  readonly sessionId: string;
  private readonly heartbeat: Heartbeat;
  private readonly paused = new Set<string>();
  private alive = true;

  constructor({ machine, socketName, heartbeatMs }: SessionClientDeps, sessionId: string, listener: SessionListener) {
    this.sessionId = sessionId;
    this.control = new TmuxControl(
      machine.door(socketName),
      () => machine.startTmux(outputArgs(socketName, sessionId)),
      (notification) => this.heed(notification, listener),
    );
    this.heartbeat = new Heartbeat({
      control: this.control,
      everyMs: heartbeatMs,
      onAnswer: () => {},
      onSilence: () => this.control.kill(),
    });
    void this.control.started.then(() => this.heartbeat.start());
    void this.control.done.then(() => {
      this.alive = false;
      this.heartbeat.stop();
      listener.end(this.control.lastWords);
    });
  }

  get isAlive(): boolean {
    return this.alive;
  }

  /** Output that nobody wants is not sent again: paused for us alone, so that the pane itself is never held up. */
  pause(paneId: string): void {
    if (this.paused.has(paneId)) return;
    this.paused.add(paneId);
    this.control.run(`refresh-client -A '${paneId}:pause'`).catch(() => undefined);
  }

  /** It is somebody else who says that it goes on. */
  unpaused(paneId: string): void {
    this.paused.delete(paneId);
  }

  close(): void {
    this.alive = false;
    this.heartbeat.stop();
    this.control.close();
  }

  private heed(notification: Notification, listener: SessionListener): void {
    if (notification.type === "output") {
      if (!listener.hear(notification.pane, notification.data)) this.pause(notification.pane);
      return;
    }
    // it was taken elsewhere, as when its session is closed
    if (notification.type === "session-changed" && notification.session !== this.sessionId) this.close();
    listener.heed?.(notification);
  }
}
