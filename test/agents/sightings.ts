import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import type { StreamClient } from "../support/stream-client.ts";
import type { Shown } from "./situations.ts";

/** The stream's messages about a pane, with their times of arrival. */
export interface Sighting {
  at: number;
  shown: Shown;
  item: PaneItem;
}

/** Every change of every pane that a follower of the stream got to see. */
export class Sightings {
  private readonly byPane = new Map<string, Sighting[]>();
  private readonly agentName: string;

  constructor(agentName: string) {
    this.agentName = agentName;
  }

  /** From now on what this stream tells; after a restart of the daemon another one. */
  follow(stream: StreamClient): void {
    for (const item of stream.panes()) this.note(item);
    // the client's own listener comes first: it has taken the message in by then
    stream.socket.on("message", () => {
      const { last } = stream;
      if (last?.type === "delta") for (const item of last.changed) this.note(item);
    });
  }

  of(paneId: string): readonly Sighting[] {
    return this.byPane.get(paneId) ?? [];
  }

  last(paneId: string): Sighting | undefined {
    return this.of(paneId).at(-1);
  }

  private note(item: PaneItem): void {
    const { pane_id } = item.identity;
    const shown = item.agent === this.agentName ? item.state : "gone";
    const known = this.byPane.get(pane_id) ?? [];
    known.push({ at: Date.now(), shown, item });
    this.byPane.set(pane_id, known);
  }
}
