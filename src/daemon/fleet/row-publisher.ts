import { paneKey } from "../../core/fleet/fleet-names.ts";
import { readRow, rowText } from "../../core/fleet/member-row.ts";
import { rowsToTell } from "../../core/fleet/rows-to-tell.ts";
import type { Share } from "../../core/protocol/fleet/fleet.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Store } from "../store/store.ts";
import type { FleetLink } from "./fleet-link.ts";

/** How often the keys of panes that are gone are removed for good; those who listen have heard of it long ago. */
const FORGET_EVERY_MS = 3_600_000;
const MOST_AT_ONCE = 256;
/** It tells a few hundred rows at once, or something is wrong. */
const READ_MS = 10_000;

export interface PublisherDeps {
  store: Pick<Store, "statesByChange" | "changesSince" | "lastChange">;
  pane(target: string, paneId: string): PaneItem | undefined;
  /** Calls `listener` after every change; returns how to unsubscribe. */
  onChange(listener: () => void): () => void;
  share: Share;
}

/** One connection's bucket, and the rows to publish there. */
export interface Publishing {
  link: FleetLink;
  bucket: string;
  generation: number;
  signal: AbortSignal;
}

interface KeptRow {
  text: string;
  revision: number;
}

/**
 * Tells the server of our panes. What the server has acknowledged it keeps with the number of the change, so a
 * connection begins by comparing, and then follows the log; many changes of a pane become one. The server's rows are
 * watched, too: what an earlier connection still had under way may be stored late, and is then corrected.
 */
export class RowPublisher {
  private readonly deps: PublisherDeps;
  /** The server's rows, by key. */
  private readonly kept = new Map<string, KeptRow>();
  /** The last value sent, by key. */
  private readonly sent = new Map<string, string>();
  private unacknowledged = 0;

  constructor(deps: PublisherDeps) {
    this.deps = deps;
  }

  get published(): number {
    return [...this.kept.values()].filter(({ text }) => !isGone(text)).length;
  }

  /** Of the newest row that the server has; 0 without any. */
  get revision(): number {
    return Math.max(0, ...[...this.kept.values()].map(({ revision }) => revision));
  }

  /** Changed panes that the server has not acknowledged. */
  get waiting(): number {
    return this.unacknowledged;
  }

  /** Runs until aborted; throws if the server does not take something. */
  async run(to: Publishing): Promise<void> {
    let wake = () => {};
    const news = { isOwn: true, isStrange: true };
    const note = (what: "isOwn" | "isStrange") => {
      news[what] = true;
      wake();
    };
    const leave = this.deps.onChange(() => note("isOwn"));
    const forget = setInterval(() => void this.forgetGone(to).catch(() => undefined), FORGET_EVERY_MS);
    to.signal.addEventListener("abort", () => wake(), { once: true });
    const stop = await this.watchOwn(to, () => note("isStrange"));
    try {
      for (let position = 0; !to.signal.aborted; ) {
        if (!news.isOwn && !news.isStrange) await new Promise<void>((resolve) => (wake = resolve));
        const isWhole = news.isStrange;
        Object.assign(news, { isOwn: false, isStrange: false });
        position = isWhole ? await this.compare(to) : await this.follow(position, to);
      }
    } finally {
      leave();
      stop();
      clearInterval(forget);
    }
  }

  /** Resolves when all rows that the server has are known. */
  private async watchOwn({ link, bucket }: Publishing, onStrange: () => void): Promise<() => void> {
    let isRead = () => {};
    const read = new Promise<void>((resolve) => {
      isRead = resolve;
    });
    let isFirst = true;
    this.kept.clear();
    this.sent.clear();
    const stop = await link.follow(bucket, {
      entry: ({ key, text, revision }) => {
        if ((this.kept.get(key)?.revision ?? 0) < revision) this.kept.set(key, { text: text ?? "", revision });
        if (!isFirst && text !== this.sent.get(key)) onStrange();
      },
      ready: () => {
        isFirst = false;
        isRead();
      },
    });
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error("the server does not tell what it has of us")), READ_MS);
    });
    await Promise.race([read, link.closed, tooLate]).finally(() => clearTimeout(late));
    return stop;
  }

  /** Tells whatever the server does not have; returns the position in the log up to which it has everything. */
  private async compare(to: Publishing): Promise<number> {
    const { store, share } = this.deps;
    const position = store.lastChange();
    const texts = new Map([...this.kept].map(([key, { text }]) => [key, text]));
    await this.tell(rowsToTell(texts, store.statesByChange(), { generation: to.generation, position, share }), to);
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
      return [key, rowText(item, { generation: to.generation, n }, share)] as const;
    });
    await this.tell(new Map(rows), to);
    return changes.at(-1)?.n ?? position;
  }

  /** A row is stored only upon the one that we know: whatever an earlier connection still has under way is refused. */
  private async tell(rows: ReadonlyMap<string, string>, to: Publishing): Promise<void> {
    const all = [...rows];
    this.unacknowledged = all.length;
    for (let at = 0; at < all.length; at += MOST_AT_ONCE) {
      const part = all.slice(at, at + MOST_AT_ONCE);
      await Promise.all(part.map(([key, text]) => this.put(key, text, to)));
      this.unacknowledged -= part.length;
    }
  }

  private async put(key: string, text: string, { link, bucket }: Publishing): Promise<void> {
    this.sent.set(key, text);
    const revision = await link.put(bucket, key, text, this.kept.get(key)?.revision ?? 0);
    if ((this.kept.get(key)?.revision ?? 0) < revision) this.kept.set(key, { text, revision });
  }

  private async forgetGone({ link, bucket }: Publishing): Promise<void> {
    for (const [key, { text }] of [...this.kept]) {
      if (!isGone(text)) continue;
      await link.purge(bucket, key);
      this.kept.delete(key);
    }
  }
}

function isGone(text: string): boolean {
  return readRow(text)?.item === null;
}
