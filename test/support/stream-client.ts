import { join } from "node:path";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { StreamMessage } from "../../src/core/protocol/lists/stream.ts";
import { type Sandbox, until } from "./sandbox.ts";

/** A client of `/v1/stream` that keeps every message and the resulting panes. */
export class StreamClient {
  readonly messages: StreamMessage[] = [];
  readonly socket: WebSocket;
  private readonly known = new Map<string, PaneItem>();

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers });
    this.socket.on("message", (data) => this.hear(StreamMessage.parse(JSON.parse(String(data)))));
    this.socket.on("error", () => undefined);
  }

  get last(): StreamMessage | undefined {
    return this.messages.at(-1);
  }

  get cursors(): string[] {
    return this.messages.map((message) => message.cursor);
  }

  /** Sorted by pane id. */
  panes(): PaneItem[] {
    return byId([...this.known.values()]);
  }

  pane(paneId: string): PaneItem | undefined {
    return this.known.get(paneId);
  }

  private hear(message: StreamMessage): void {
    this.messages.push(message);
    if (message.type === "snapshot") this.known.clear();
    for (const item of message.type === "snapshot" ? message.items : message.changed)
      this.known.set(item.identity.pane_id, item);
    if (message.type === "delta") for (const { pane_id } of message.removed) this.known.delete(pane_id);
  }
}

/** Follows the sandbox's daemon over its socket and waits for the snapshot; disconnects when the test ends. */
export async function follow(box: Sandbox): Promise<StreamClient> {
  const client = new StreamClient(`ws+unix://${join(box.home, "agtmuxd.sock")}:/v1/stream`);
  onTestFinished(() => client.socket.terminate());
  await until(() => client.messages.length > 0);
  return client;
}

export function byId(items: readonly PaneItem[]): PaneItem[] {
  return items.toSorted((a, b) => Number(a.identity.pane_id.slice(1)) - Number(b.identity.pane_id.slice(1)));
}
