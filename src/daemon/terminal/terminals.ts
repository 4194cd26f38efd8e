import type { WebSocket } from "ws";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Holder } from "../../core/protocol/terminal.ts";
import type { ActionTarget } from "../actions/action-target.ts";
import { unreachable } from "../actions/pane-hold.ts";
import { findPane } from "../actions/refs.ts";
import type { Clock } from "../clock.ts";
import type { Fleet } from "../fleet.ts";
import type { LocalTaps } from "../taps/local-taps.ts";
import type { Machine } from "../targets/machine.ts";
import { holderOf } from "./holder.ts";
import { PaneSource } from "./pane-source.ts";
import { Viewer } from "./viewer.ts";

export interface TerminalsDeps {
  fleet: Pick<Fleet, "all" | "item">;
  targetOf(name: string): {
    hands(): ActionTarget;
    place: { machine: Machine; socketName: string; taps: LocalTaps | null };
  };
  /** Calls after every change of what is known of the panes. */
  onChange(listener: () => void): () => void;
  heartbeatMs: number;
  clock: Clock;
}

/** So many lines that have scrolled away come with a bootstrap. */
const SCROLLBACK = 2_000;

/** A pane as it is shown to one viewer. */
export interface ShownPane {
  item: PaneItem;
  target: ActionTarget;
  holder: Holder;
  /** Who is there now. */
  holderNow(): Holder | null;
  look(socket: WebSocket): Viewer;
}

/** The panes that somebody looks at. Each has one source, for as long as anybody does. */
export class Terminals {
  private readonly deps: TerminalsDeps;
  private readonly sources = new Map<string, { source: PaneSource; viewers: Set<Viewer> }>();
  private readonly forget: () => void;

  constructor(deps: TerminalsDeps) {
    this.deps = deps;
    // what is told of tmux is known a moment after it is told
    this.forget = deps.onChange(() => this.sources.size > 0 && setImmediate(() => this.review()));
  }

  /** Faults where a ref names no pane, or one that cannot be reached. */
  find(ref: string): ShownPane {
    const { fleet, targetOf } = this.deps;
    const item = findPane(ref, fleet.all());
    const { target: name, pane_id } = item.identity;
    const target = targetOf(name).hands();
    const pane = target.pane(pane_id);
    if (target.health() === "down" || target.control() === null || pane === null) throw unreachable(target);
    const holderNow = () => {
      const [known, at] = [fleet.item(name, pane_id), target.pane(pane_id)];
      return known === undefined || at === null ? null : holderOf(known, at.pane_pid);
    };
    const holder = holderOf(item, pane.pane_pid);
    return { item, target, holder, holderNow, look: (socket) => this.look(item, target, socket) };
  }

  isShown(target: string, paneId: string): boolean {
    return (this.sources.get(`${target}/${paneId}`)?.viewers.size ?? 0) > 0;
  }

  /** Nothing of ours is left in tmux. */
  close(): void {
    this.forget();
    for (const { source } of this.sources.values()) source.close();
    this.sources.clear();
  }

  leave(viewer: Viewer): void {
    viewer.leave();
    for (const [key, { source, viewers }] of this.sources) {
      if (!viewers.delete(viewer) || viewers.size > 0) continue;
      source.close();
      this.sources.delete(key);
    }
  }

  private look({ identity }: PaneItem, target: ActionTarget, socket: WebSocket): Viewer {
    const key = `${identity.target}/${identity.pane_id}`;
    const known = this.sources.get(key);
    const shown =
      known === undefined || known.source.isClosed
        ? { source: this.sourceOf(identity, target), viewers: new Set<Viewer>() }
        : known;
    this.sources.set(key, shown);
    const viewer = new Viewer(socket, shown.source);
    shown.viewers.add(viewer);
    return viewer;
  }

  private sourceOf({ target: name, pane_id: paneId }: PaneItem["identity"], target: ActionTarget): PaneSource {
    const { fleet, targetOf, heartbeatMs, clock } = this.deps;
    const { machine, socketName, taps } = targetOf(name).place;
    return new PaneSource({
      machine,
      socketName,
      taps,
      heartbeatMs,
      clock,
      scrollback: SCROLLBACK,
      paneId,
      pane: () => target.pane(paneId),
      control: () => target.control(),
      neighbours: (sessionId) =>
        fleet
          .all()
          .filter(({ identity }) => identity.target === name && identity.pane_id !== paneId)
          .map(({ identity }) => identity.pane_id)
          .filter((other) => target.pane(other)?.session_id === sessionId),
    });
  }

  private review(): void {
    for (const { source } of this.sources.values()) source.review();
  }
}
