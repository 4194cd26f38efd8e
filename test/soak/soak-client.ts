import { WebSocket } from "ws";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import type { StreamMessage } from "../../src/core/protocol/lists/stream.ts";
import { numberOf } from "./signallers.ts";

/** A headless dashboard: the panes it shows, and whether every message came once and in order. */
export class SoakClient {
  private readonly socket: WebSocket;
  readonly shown = new Map<string, PaneItem>();
  /** Number of the last message of each pane. */
  readonly heard = new Map<string, number>();
  /** Messages that were skipped or repeated. */
  readonly faults: string[] = [];
  messages = 0;
  private readonly onWord: (key: string, number: number) => void;

  constructor(url: string, onWord: (key: string, number: number) => void = () => undefined) {
    this.onWord = onWord;
    this.socket = new WebSocket(url);
    this.socket.on("message", (data) => this.hear(JSON.parse(String(data)) as StreamMessage));
    this.socket.on("close", () => this.faults.push("the stream has ended"));
    this.socket.on("error", () => undefined);
  }

  close(): void {
    this.socket.removeAllListeners("close");
    this.socket.terminate();
  }

  private hear(message: StreamMessage): void {
    this.messages += 1;
    if (message.type === "snapshot") this.shown.clear();
    for (const item of message.type === "snapshot" ? message.items : message.changed) this.show(item);
    if (message.type === "delta")
      for (const { target, pane_id } of message.removed) this.shown.delete(`${target} ${pane_id}`);
  }

  private show(item: PaneItem): void {
    const key = `${item.identity.target} ${item.identity.pane_id}`;
    this.shown.set(key, item);
    const number = numberOf(item.message);
    const before = this.heard.get(key) ?? 0;
    if (number === null || number === before) return;
    if (number !== before + 1) this.faults.push(`${key}: word ${number} after ${before}`);
    this.heard.set(key, number);
    this.onWord(key, number);
  }
}
