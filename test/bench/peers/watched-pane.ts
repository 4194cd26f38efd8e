import { setTimeout as sleep } from "node:timers/promises";
import type { AgentPane } from "../../agents/agent-pane.ts";
import type { Peer, Seen, Shot } from "./seen.ts";

/** Both tools look this often. */
const LOOK_MS = 100;

export interface SeenAt {
  at: number;
  seen: Seen;
}

/** One pane, at which each tool looks as often as it does by itself. */
export class WatchedPane {
  readonly id: string;
  readonly seen = new Map<string, SeenAt[]>();
  private readonly pane: AgentPane;
  private readonly tools: readonly { name: string; look: (screen: Shot) => Promise<Seen> }[];
  private isOver = false;
  private readonly watching: Promise<void>;

  constructor(pane: AgentPane, agent: string, peers: readonly Peer[]) {
    this.pane = pane;
    this.id = pane.id;
    this.tools = peers.flatMap((peer) => {
      const look = peer.watch(agent);
      return look === null ? [] : [{ name: peer.name, look }];
    });
    for (const { name } of this.tools) this.seen.set(name, []);
    this.watching = this.watch();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.watching;
  }

  private async watch(): Promise<void> {
    while (!this.isOver) {
      const screen = this.shot();
      if (screen === null) return;
      for (const { name, look } of this.tools) {
        const seen = await look(screen);
        const known = this.seen.get(name) ?? [];
        if (known.at(-1)?.seen !== seen) known.push({ at: Date.now(), seen });
      }
      await sleep(LOOK_MS);
    }
  }

  /** Null once the pane is gone. */
  private shot(): Shot | null {
    try {
      const title = this.pane.tmux("display-message", "-p", "-t", this.id, "#{pane_title}").trimEnd();
      return { title, lines: this.pane.tmux("capture-pane", "-p", "-t", this.id).split("\n") };
    } catch {
      return null;
    }
  }
}
