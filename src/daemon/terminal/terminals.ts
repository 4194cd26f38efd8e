import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Holder } from "../../core/protocol/terminal/terminal.ts";
import type { ActionTarget } from "../actions/action-target.ts";
import { unreachable } from "../actions/guarded-pane.ts";
import type { Clock } from "../base/clock.ts";
import type { Fleet } from "../publish/fleet.ts";
import { findPane } from "../publish/refs.ts";
import type { GitChanges } from "../sources/git-changes.ts";
import type { PaneTaps } from "../targets/pipes/pane-taps.ts";
import { holderOf } from "./holder.ts";
import { PaneSource } from "./pane-source.ts";
import { Viewer } from "./viewer.ts";
import type { ViewerMessages, ViewerSocket } from "./viewer-socket.ts";

export interface TerminalsDeps {
  fleet: Pick<Fleet, "all" | "item">;
  targetOf(name: string): {
    actionTarget(): ActionTarget;
    place: { taps: PaneTaps };
    changes: Pick<GitChanges, "lookAgain">;
  };
  /** Calls `listener` after every change of the panes; returns how to unsubscribe. */
  onChange(listener: () => void): () => void;
  clock: Clock;
}

/** Lines of scrollback in a bootstrap. */
const SCROLLBACK = 2_000;

/** A pane opened for one viewer. */
export interface ShownPane {
  item: PaneItem;
  target: ActionTarget;
  holder: Holder;
  /** The present holder of the pane. */
  holderNow(): Holder | null;
  look(socket: ViewerSocket): Viewer;
  /** Somebody uses a tab that shows it, after a while in which nobody did. */
  turnedTo(): void;
}

/** The viewed panes. Each has one source while it has viewers. */
export class Terminals {
  private readonly deps: TerminalsDeps;
  private readonly sources = new Map<string, { source: PaneSource; viewers: Set<Viewer> }>();
  private readonly elsewhere = new Set<ViewerMessages>();
  private readonly forget: () => void;

  constructor(deps: TerminalsDeps) {
    this.deps = deps;
    // deferred: topology is updated just after the notification
    this.forget = deps.onChange(() => this.sources.size > 0 && setImmediate(() => this.review()));
  }

  /** Throws if the ref names no pane, or its target cannot be reached. */
  find(ref: string): ShownPane {
    const { fleet, targetOf } = this.deps;
    const item = findPane(ref, fleet.all());
    const { target: name, pane_id } = item.identity;
    const target = targetOf(name).actionTarget();
    const pane = target.pane(pane_id);
    if (target.health() === "down" || target.control() === null || pane === null) throw unreachable(target);
    const holderNow = () => {
      const [known, at] = [fleet.item(name, pane_id), target.pane(pane_id)];
      return known === undefined || at === null ? null : holderOf(known, at.pane_pid);
    };
    const holder = holderOf(item, pane.pane_pid);
    return {
      ...{ item, target, holder, holderNow },
      look: (socket) => this.look(item, target, socket),
      turnedTo: () => targetOf(name).changes.lookAgain(new Set([pane_id])),
    };
  }

  /** Whether somebody uses a visible tab that shows the pane. */
  isAttended(target: string, paneId: string): boolean {
    const viewers = this.sources.get(`${target}/${paneId}`)?.viewers ?? [];
    return [...viewers].some(({ isAttended }) => isAttended);
  }

  /** Whether somebody uses a visible tab of this daemon that shows any pane, also of another member. */
  isAnyAttended(): boolean {
    const viewers = [...this.sources.values()].flatMap((shown) => [...shown.viewers]);
    return this.elsewhere.size > 0 || viewers.some(({ isAttended, isHere }) => isAttended && isHere);
  }

  /** Whether somebody uses this tab, which shows a pane of another member. */
  attendElsewhere(tab: ViewerMessages, isAttended: boolean): void {
    if (isAttended) this.elsewhere.add(tab);
    else this.elsewhere.delete(tab);
  }

  /** Removes everything of ours from tmux. */
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

  private look({ identity }: PaneItem, target: ActionTarget, socket: ViewerSocket): Viewer {
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
    const { targetOf, clock } = this.deps;
    return new PaneSource({
      taps: targetOf(name).place.taps,
      clock,
      scrollback: SCROLLBACK,
      paneId,
      pane: () => target.pane(paneId),
      control: () => target.control(),
    });
  }

  private review(): void {
    for (const { source } of this.sources.values()) source.review();
  }
}
