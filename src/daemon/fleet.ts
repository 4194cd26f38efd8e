import type { PaneIdentity, PaneItem, PaneList, Summary, TargetError } from "../core/protocol/lists.ts";
import { STATE_PRECEDENCE, type State } from "../core/protocol/state.ts";
import type { StreamMessage } from "../core/protocol/stream.ts";

export interface FleetChange {
  changed: PaneItem[];
  removed: PaneIdentity[];
}

/** All panes as last told to anybody, and the position in the log that this corresponds to. */
export class Fleet {
  private readonly items = new Map<string, PaneItem>();
  private readonly epoch: string;
  private position: number;
  private targetErrors: TargetError[] = [];

  constructor(epoch: string, position: number) {
    this.epoch = epoch;
    this.position = position;
  }

  get cursor(): string {
    return `${this.epoch}-${this.position}`;
  }

  apply({ changed, removed }: FleetChange, position: number): void {
    for (const item of changed) this.items.set(keyOf(item.identity), item);
    for (const identity of removed) this.items.delete(keyOf(identity));
    this.position = Math.max(this.position, position);
  }

  /** The targets that do not answer now, and why; all of them, every time. */
  setTargetErrors(errors: readonly TargetError[]): void {
    this.targetErrors = [...errors];
  }

  item(target: string, paneId: string): PaneItem | undefined {
    return this.items.get(`${target}/${paneId}`);
  }

  all(): PaneItem[] {
    return [...this.items.values()].sort(byNeed);
  }

  list(now: number): PaneList {
    return { schema_version: 1, generated_at: now, filters: {}, ...this.overview(), items: this.all() };
  }

  snapshot(now: number): StreamMessage {
    return { type: "snapshot", cursor: this.cursor, at: now, ...this.overview(), items: this.all() };
  }

  delta(change: FleetChange, now: number): StreamMessage {
    return { type: "delta", cursor: this.cursor, at: now, ...this.overview(), ...change };
  }

  summary(): Summary {
    const by_state = Object.fromEntries(STATE_PRECEDENCE.map((state) => [state, 0])) as Record<State, number>;
    const by_agent: Record<string, number> = {};
    const by_target: Record<string, number> = {};
    let agents = 0;
    let needs_action = 0;
    for (const item of this.items.values()) {
      by_state[item.state] += 1;
      by_target[item.identity.target] = (by_target[item.identity.target] ?? 0) + 1;
      if (item.attention !== null) needs_action += 1;
      if (item.agent === null) continue;
      agents += 1;
      by_agent[item.agent] = (by_agent[item.agent] ?? 0) + 1;
    }
    return { panes: this.items.size, agents, needs_action, by_state, by_agent, by_target };
  }

  private overview(): Pick<PaneList, "summary" | "partial" | "target_errors"> {
    return { summary: this.summary(), partial: this.targetErrors.length > 0, target_errors: this.targetErrors };
  }
}

function keyOf(identity: PaneIdentity): string {
  return `${identity.target}/${identity.pane_id}`;
}

/** Who needs a person first, longest waiting first; then agents; then the rest, in tmux's order. */
function byNeed(a: PaneItem, b: PaneItem): number {
  return (
    Number(b.attention !== null) - Number(a.attention !== null) ||
    (a.attention?.raised_at ?? 0) - (b.attention?.raised_at ?? 0) ||
    Number(b.agent !== null) - Number(a.agent !== null) ||
    compareText(a.identity.target, b.identity.target) ||
    compareText(a.identity.session_name, b.identity.session_name) ||
    a.window_index - b.window_index ||
    a.pane_index - b.pane_index
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
