import type { ListSource } from "../../core/lists/list-panes.ts";
import type { PaneItem, TargetError } from "../../core/protocol/lists.ts";
import type { StreamMessage } from "../../core/protocol/stream.ts";

/** What the stream's messages add up to. */
export class KnownPanes {
  private readonly panes = new Map<string, PaneItem>();
  private targetErrors: TargetError[] = [];
  cursor = "";

  apply(message: StreamMessage): void {
    this.cursor = message.cursor;
    this.targetErrors = message.target_errors;
    if (message.type === "snapshot") this.panes.clear();
    else for (const { target, pane_id } of message.removed) this.panes.delete(`${target}/${pane_id}`);
    for (const item of message.type === "snapshot" ? message.items : message.changed)
      this.panes.set(`${item.identity.target}/${item.identity.pane_id}`, item);
  }

  /** Panes in which nothing has happened since a time may be left out. */
  source(now: number, since: number): ListSource {
    const panes = [...this.panes.values()].filter(({ updated_at }) => updated_at >= since);
    return { now, panes, targetErrors: this.targetErrors };
  }
}
