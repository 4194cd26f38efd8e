import type { ListSource } from "../core/lists/list-panes.ts";
import type { PaneItem, TargetError } from "../core/protocol/lists/lists.ts";
import type { StreamMessage } from "../core/protocol/lists/stream.ts";

/** The current panes, built up from stream messages. */
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

  /** Panes that were last updated before `since` are left out. */
  source(now: number, since: number): ListSource {
    const panes = [...this.panes.values()].filter(({ updated_at }) => updated_at >= since);
    return { now, panes, targetErrors: this.targetErrors };
  }
}
