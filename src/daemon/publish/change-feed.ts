import { panePresent } from "../../core/lists/pane-change.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneIdentity } from "../../core/protocol/lists/lists.ts";
import type { PaneEvent, PaneNews } from "../../core/protocol/lists/watch-event.ts";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/store.ts";
import type { Fleet, FleetChange } from "./fleet.ts";

/** Where to begin: a position in the log, a time, or (null) the current states. */
export type Since = { cursor: string } | { at: number } | null;

export interface Reading {
  events: PaneEvent[];
  /** Position to continue from; all events before it were read. */
  position: number;
  /** Whether more can be read already. */
  more: boolean;
}

/** The change log, read from any position: live and resumed readers get the same events. */
export class ChangeFeed {
  private readonly deps: { store: Store; fleet: Fleet; clock: Clock };

  constructor(deps: ChangeFeed["deps"]) {
    this.deps = deps;
  }

  /** Throws `E_CURSOR_EXPIRED` if the log no longer reaches back that far, or is another log. */
  begin(since: Since): Reading {
    const { store, fleet, clock } = this.deps;
    if (since === null) {
      const now = clock.now();
      const own = store.statesByChange().map(({ n, item }) => this.event(n, now, panePresent(item)));
      const others = fleet.others().map((item) => this.event(store.lastChange(), now, panePresent(item)));
      return { events: [...own, ...others], position: store.lastChange(), more: false };
    }
    return {
      events: [],
      position: "at" in since ? store.changeBefore(since.at) : this.placeOf(since.cursor),
      more: true,
    };
  }

  read(after: number, limit: number): Reading {
    const { store } = this.deps;
    const news = store.newsSince(after, limit);
    if (news === null) throw this.expired(`${store.epoch}-${after}`);
    const more = news.length === limit;
    const position = more ? (news.at(-1)?.n ?? after) : store.lastChange();
    return { events: news.map(({ n, at, news: told }) => this.event(n, at, told)), position, more };
  }

  cursorAt(position: number): string {
    return `${this.deps.store.epoch}-${position}`;
  }

  /** The panes that have changed since this cursor. */
  changeSince(cursor: string): FleetChange {
    const { store, fleet } = this.deps;
    const after = this.placeOf(cursor);
    const changes = store.changesSince(after) ?? [];
    const gone = new Map<string, PaneIdentity>();
    for (const { news } of store.newsSince(after, Number.MAX_SAFE_INTEGER) ?? [])
      gone.set(`${news.identity.target}/${news.identity.pane_id}`, news.identity);
    const keys = new Map(changes.map(({ target, pane_id }) => [`${target}/${pane_id}`, { target, pane_id }]));
    const change: FleetChange = { changed: [], removed: [] };
    for (const [key, { target, pane_id }] of keys) {
      const item = fleet.item(target, pane_id);
      const identity = gone.get(key);
      if (item !== undefined) change.changed.push(item);
      else if (identity !== undefined) change.removed.push(identity);
    }
    return change;
  }

  private placeOf(cursor: string): number {
    const { store } = this.deps;
    const [epoch, n = ""] = cursor.split("-");
    const place = Number(n);
    if (!/^[a-z0-9]+-\d+$/.test(cursor))
      throw new Fault("E_INVALID_FILTER", `"${cursor}" is neither a cursor, a time span such as 10m, nor a time`, {
        cursor,
      });
    if (epoch !== store.epoch || store.newsSince(place, 0) === null) throw this.expired(cursor);
    return place;
  }

  /** News of other members' panes, which are in no log, under the newest cursor of ours. */
  foreign(news: readonly PaneNews[]): PaneEvent[] {
    const { store, clock } = this.deps;
    return news.map((each) => this.event(store.lastChange(), clock.now(), each));
  }

  private event(n: number, at: number, news: PaneNews): PaneEvent {
    return { cursor: this.cursorAt(n), at: Math.floor(at), ...this.deps.fleet.named(news) };
  }

  private expired(cursor: string): Fault {
    const words = `what came right after ${cursor} is no longer known: begin anew without a cursor, which tells first how everything stands`;
    return new Fault("E_CURSOR_EXPIRED", words, { cursor, now: this.deps.fleet.cursor });
  }
}
