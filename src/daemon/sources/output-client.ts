import { Heartbeat } from "../targets/heartbeat.ts";
import type { Machine } from "../targets/machine.ts";
import { outputArgs } from "../targets/tmux-command.ts";
import { type Notification, TmuxControl } from "../targets/tmux-control.ts";
import type { ObservedPane } from "../targets/topology.ts";
import type { OutputResult, OutputStart } from "./pane-output.ts";

export interface OutputClientDeps {
  machine: Pick<Machine, "startTmux">;
  socketName: string;
  heartbeatMs: number;
}

/** Who hears a pane; until there is somebody, what it prints is kept. */
interface Hearing {
  early: Uint8Array[];
  listener: ((bytes: Uint8Array) => void) | null;
  ended: () => void;
}

/** A control client of one session, through which the output of some of its panes comes. */
export class OutputClient {
  private readonly control: TmuxControl;
  private readonly heartbeat: Heartbeat;
  private readonly sessionId: string;
  private readonly hearings = new Map<string, Hearing>();
  private readonly paused = new Set<string>();
  private alive = true;

  constructor({ machine, socketName, heartbeatMs }: OutputClientDeps, sessionId: string) {
    this.sessionId = sessionId;
    const child = machine.startTmux(outputArgs(socketName, sessionId));
    this.control = new TmuxControl(child, (notification) => this.heed(notification));
    this.heartbeat = new Heartbeat({
      control: this.control,
      everyMs: heartbeatMs,
      onAnswer: () => {},
      onSilence: () => this.control.kill(),
    });
    this.heartbeat.start();
    void this.control.done.then(() => {
      this.alive = false;
      this.heartbeat.stop();
      for (const { ended } of this.hearings.values()) ended();
    });
  }

  get isAlive(): boolean {
    return this.alive;
  }

  /** What the pane shows, and from that very moment on all that it prints. */
  async open(pane: ObservedPane, scrollback: number): Promise<OutputResult> {
    const { pane_id } = pane;
    const hearing: Hearing = { early: [], listener: null, ended: () => {} };
    this.hearings.set(pane_id, hearing);
    this.paused.delete(pane_id);
    // paused first: what was printed before the capture is in it, and must not come a second time
    const resume = `refresh-client -A '${pane_id}:pause'\nrefresh-client -A '${pane_id}:continue'`;
    const replies = await this.control.runList(`${resume}\n${lookCommands(pane_id, scrollback)}`, (index) => {
      if (index === 0) hearing.early.splice(0);
    });
    const start = readLook(replies);
    if (start === null) {
      this.release(pane_id, hearing);
      return { status: "gone" };
    }
    const output = {
      onData: (listener: (bytes: Uint8Array) => void) => {
        hearing.listener = listener;
        for (const bytes of hearing.early.splice(0)) listener(bytes);
      },
      onEnd: (ended: () => void) => {
        hearing.ended = ended;
        if (!this.alive) ended();
      },
      isOpen: (now: ObservedPane) => this.alive && now.session_id === this.sessionId,
      close: async () => this.release(pane_id, hearing),
    };
    return { status: "open", output, start };
  }

  close(): void {
    this.alive = false;
    this.heartbeat.stop();
    this.control.close();
  }

  private heed(notification: Notification): void {
    switch (notification.type) {
      case "output":
        this.hear(notification.pane, notification.data);
        return;
      case "session-changed":
        // it was taken elsewhere, as when its session is closed
        if (notification.session !== this.sessionId) this.close();
        return;
      default:
        return;
    }
  }

  /** Output that nobody wants is not sent again: paused for us alone, so that the pane itself is never held up. */
  private hear(paneId: string, bytes: Uint8Array): void {
    const hearing = this.hearings.get(paneId);
    if (hearing !== undefined) {
      if (hearing.listener === null) hearing.early.push(bytes);
      else hearing.listener(bytes);
    } else if (!this.paused.has(paneId)) {
      this.paused.add(paneId);
      this.control.run(`refresh-client -A '${paneId}:pause'`).catch(() => undefined);
    }
  }

  private release(paneId: string, hearing: Hearing): void {
    if (this.hearings.get(paneId) === hearing) this.hearings.delete(paneId);
    if (this.hearings.size === 0) this.close();
  }
}

/** Two commands, two answers. */
export function lookCommands(paneId: string, scrollback: number): string {
  return `display-message -p -t ${paneId} '#{alternate_on} #{pane_height}'\ncapture-pane -p -J -S -${scrollback} -t ${paneId}`;
}

/** Null if the pane is gone. */
export function readLook(replies: readonly { ok: boolean; lines: string[] }[]): OutputStart | null {
  const [facts, capture] = replies.slice(-2);
  if (!facts?.ok || !capture?.ok) return null;
  const [alternate, height] = (facts.lines[0] ?? "").split(" ");
  return { rows: capture.lines, height: Number(height), alternate: alternate === "1" };
}
