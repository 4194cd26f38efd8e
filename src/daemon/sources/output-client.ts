import type { ObservedPane } from "../targets/topology.ts";
import type { OutputResult, OutputStart } from "./pane-output.ts";
import { SessionClient, type SessionClientDeps } from "./session-client.ts";

/** Who hears a pane; until there is somebody, what it prints is kept. */
interface Hearing {
  early: Uint8Array[];
  listener: ((bytes: Uint8Array) => void) | null;
  ended: () => void;
}

/** A control client of one session, through which the output of some of its panes comes. */
export class OutputClient {
  private readonly client: SessionClient;
  private readonly hearings = new Map<string, Hearing>();

  /** `avoided` panes are not listened to, and have nothing left to be told. */
  constructor(deps: SessionClientDeps, sessionId: string, avoided: readonly string[] = []) {
    this.client = new SessionClient(deps, sessionId, {
      hear: (paneId, bytes) => this.hear(paneId, bytes),
      end: () => {
        for (const { ended } of this.hearings.values()) ended();
      },
    });
    for (const paneId of avoided) this.client.pause(paneId);
  }

  get isAlive(): boolean {
    return this.client.isAlive;
  }

  /** What the pane shows, and from that very moment on all that it prints. */
  async open(pane: ObservedPane, scrollback: number): Promise<OutputResult> {
    const { pane_id } = pane;
    const hearing: Hearing = { early: [], listener: null, ended: () => {} };
    this.hearings.set(pane_id, hearing);
    this.client.unpaused(pane_id);
    // what was printed before the capture is in it, and must not come a second time: none of it comes any more when the pause
    // is answered. Asked for at once with the rest, that answer may come after what follows the capture, where others print
    const { control } = this.client;
    await control.runList(`refresh-client -A '${pane_id}:pause'`);
    hearing.early.splice(0);
    const resume = `refresh-client -A '${pane_id}:continue'`;
    const replies = await control.runList(`${resume}\n${lookCommands(pane_id, scrollback)}`);
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
        if (!this.isAlive) ended();
      },
      isOpen: (now: ObservedPane) => this.isAlive && now.session_id === this.client.sessionId && !now.remains,
      close: async () => this.release(pane_id, hearing),
    };
    return { status: "open", output, start };
  }

  close(): void {
    this.client.close();
  }

  private hear(paneId: string, bytes: Uint8Array): boolean {
    const hearing = this.hearings.get(paneId);
    if (hearing === undefined) return false;
    if (hearing.listener === null) hearing.early.push(bytes);
    else hearing.listener(bytes);
    return true;
  }

  private release(paneId: string, hearing: Hearing): void {
    if (this.hearings.get(paneId) !== hearing) return;
    this.hearings.delete(paneId);
    if (this.hearings.size === 0) this.close();
    else this.client.pause(paneId);
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
