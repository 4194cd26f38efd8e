import { paneKey } from "../../core/fleet/fleet-names.ts";
import { isNewer, type RowStamp, readRow, rowText } from "../../core/fleet/member-row.ts";
import type { Share } from "../../core/protocol/fleet/fleet.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Store } from "../store/store.ts";
import { bucketNow } from "./bucket-now.ts";
import type { FleetLink } from "./fleet-link.ts";

/** How often the keys of panes that are gone are removed for good; those who listen have heard of it long ago. */
const FORGET_EVERY_MS = 3_600_000;
const MOST_AT_ONCE = 256;

export interface PublisherDeps {
  store: Pick<Store, "statesByChange" | "changesSince" | "lastChange">;
  pane(target: string, paneId: string): PaneItem | undefined;
  /** Calls `listener` after every change; returns how to unsubscribe. */
  onChange(listener: () => void): () => void;
  share: Share;
}

/** What is told in one connection, and to where. */
export interface Publishing {
  link: FleetLink;
  bucket: string;
  generation: number;
  signal: AbortSignal;
}

/**
 * Tells the server of our panes. What the server has acknowledged it keeps with the number of the change, so a
 * connection begins by comparing, and then follows the log; many changes of a pane become one.
 */
export class RowPublisher {
  private readonly deps: PublisherDeps;
  /** Keys of panes that the server has. */
  private readonly told = new Set<string>();
  /** Keys of panes that are gone; the server still says so. */
  private readonly gone = new Set<string>();
  private unacknowledged = 0;

  constructor(deps: PublisherDeps) {
    this.deps = deps;
  }

  get published(): number {
    return this.told.size;
  }

  /** Changed panes that the server has not acknowledged. */
  get waiting(): number {
    return this.unacknowledged;
  }

  /** Runs until aborted; throws if the server does not take something. */
  async run(to: Publishing): Promise<void> {
    let position = await this.compare(to);
    let isNews = true;
    let wake = () => {};
    const leave = this.deps.onChange(() => {
      isNews = true;
      wake();
    });
    const forget = setInterval(() => void this.forgetGone(to).catch(() => undefined), FORGET_EVERY_MS);
    to.signal.addEventListener("abort", () => wake(), { once: true });
    try {
      while (!to.signal.aborted) {
        if (!isNews) await new Promise<void>((resolve) => (wake = resolve));
        isNews = false;
        position = await this.follow(position, to);
      }
    } finally {
      leave();
      clearInterval(forget);
    }
  }

  /** Tells whatever the server does not have; returns the position in the log up to which it has everything. */
  private async compare(to: Publishing): Promise<number> {
    const { store, share } = this.deps;
    const kept = await bucketNow(to.link, to.bucket);
    const position = store.lastChange();
    const rows = new Map<string, { text: string; isGone: boolean }>();
    this.told.clear();
    this.gone.clear();
    for (const { n, item } of store.statesByChange()) {
      const key = paneKey(item.identity.target, item.identity.pane_id);
      const stamp = { generation: to.generation, n };
      const known = stampOf(kept.get(key));
      if (known === null || isNewer(stamp, known)) rows.set(key, { text: rowText(item, stamp, share), isGone: false });
      kept.delete(key);
      this.told.add(key);
    }
    for (const [key, text] of kept) {
      if (stampOf(text)?.isGone === true) this.gone.add(key);
      else rows.set(key, { text: rowText(null, { generation: to.generation, n: position }, share), isGone: true });
    }
    await this.tell(rows, to);
    return position;
  }

  private async follow(position: number, to: Publishing): Promise<number> {
    const { store, share, pane } = this.deps;
    const changes = store.changesSince(position);
    // the log does not reach back that far
    if (changes === null) return this.compare(to);
    const last = new Map(changes.map(({ n, target, pane_id }) => [paneKey(target, pane_id), { n, target, pane_id }]));
    const rows = [...last].map(([key, { n, target, pane_id }]) => {
      const item = pane(target, pane_id) ?? null;
      const text = rowText(item, { generation: to.generation, n }, share);
      return [key, { text, isGone: item === null }] as const;
    });
    await this.tell(new Map(rows), to);
    return changes.at(-1)?.n ?? position;
  }

  private async tell(rows: ReadonlyMap<string, { text: string; isGone: boolean }>, to: Publishing): Promise<void> {
    const all = [...rows];
    this.unacknowledged = all.length;
    for (let at = 0; at < all.length; at += MOST_AT_ONCE) {
      const part = all.slice(at, at + MOST_AT_ONCE);
      await Promise.all(part.map(([key, { text }]) => to.link.put(to.bucket, key, text)));
      this.unacknowledged -= part.length;
      for (const [key, { isGone }] of part) this.note(key, isGone);
    }
  }

  private note(key: string, isGone: boolean): void {
    if (isGone) this.told.delete(key);
    else this.told.add(key);
    if (isGone) this.gone.add(key);
    else this.gone.delete(key);
  }

  private async forgetGone({ link, bucket }: Publishing): Promise<void> {
    for (const key of [...this.gone]) {
      await link.purge(bucket, key);
      this.gone.delete(key);
    }
  }
}

function stampOf(text: string | undefined): (RowStamp & { isGone: boolean }) | null {
  const row = text === undefined ? null : readRow(text);
  return row && { generation: row.generation, n: row.n, isGone: row.item === null };
}
