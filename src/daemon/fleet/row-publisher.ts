import { paneKey } from "../../core/fleet/fleet-names.ts";
import { readRow, rowText } from "../../core/fleet/member-row.ts";
import { type KeptText, rowsToTell } from "../../core/fleet/rows-to-tell.ts";
import type { Share } from "../../core/protocol/fleet/fleet.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Log } from "../base/log.ts";
import type { Store } from "../store/store.ts";
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
  log: Pick<Log, "debug">;
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
  /** The number of its change; null if the pane is gone. */
  n: number | null;
}

/**
 * Tells the server of our panes. What the server has acknowledged it keeps with the number of the change, so a
 * connection begins by comparing, and then follows the log; many changes of a pane become one. The server's rows are
 * watched, too: what an earlier connection still had under way may be stored late, and is then corrected.
 *
 * A row that was read proves nothing: a server that was cut off from its cluster can tell a row that the others never
 * had, and takes it back later. Only what was acknowledged to us is stored.
 */
export class RowPublisher {
  private readonly deps: PublisherDeps;
  /** The server's rows, by key. */
  private readonly kept = new Map<string, KeptRow>();
  /** The last row that the server has acknowledged to us, by key; of earlier connections, too. */
  private readonly acknowledged = new Map<string, KeptRow>();
  /** The last value sent, by key. */
  private readonly sent = new Map<string, string>();
  private unacknowledged = 0;

  constructor(deps: PublisherDeps) {
    this.deps = deps;
  }

  get published(): number {
    return [...this.kept.values()].filter(({ n }) => n !== null).length;
  }

  /** The numbers of the changes of all its rows, added up. */
  get sum(): number {
    return [...this.kept.values()].reduce((sum, { n }) => sum + (n ?? 0), 0);
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
        if (isFirst) return;
        this.keep(key, text ?? "", revision);
        if (text !== this.sent.get(key)) onStrange();
      },
      ready: () => {
        isFirst = false;
        isRead();
      },
    });
    await Promise.race([read, link.closed]);
    for (const { key, text, revision } of await link.read(bucket)) this.keep(key, text ?? "", revision);
    return stop;
  }

  /** Tells whatever the server does not have; returns the position in the log up to which it has everything. */
  private async compare(to: Publishing): Promise<number> {
    const { store, share } = this.deps;
    const position = store.lastChange();
    const kept = new Map([...this.kept].map(([key, row]) => [key, this.withProof(key, row)]));
    await this.tell(rowsToTell(kept, store.statesByChange(), { generation: to.generation, position, share }), to);
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
    this.acknowledged.set(key, this.keep(key, text, revision));
    this.deps.log.debug({ bucket, key, revision }, "the server has stored a row");
  }

  /** Returns the row; a newer one that is known stays. */
  private keep(key: string, text: string, revision: number): KeptRow {
    const known = this.kept.get(key);
    if (known?.revision === revision && known.text === text) return known;
    const read = readRow(text);
    const row = { text, revision, n: read === null || read.item === null ? null : read.n };
    if ((known?.revision ?? 0) < revision) this.kept.set(key, row);
    return row;
  }

  private withProof(key: string, { text, revision }: KeptRow): KeptText {
    const proof = this.acknowledged.get(key);
    return { text, isAcknowledged: proof?.revision === revision && proof.text === text };
  }

  private async forgetGone({ link, bucket }: Publishing): Promise<void> {
    for (const [key, { n }] of [...this.kept]) {
      if (n !== null) continue;
      await link.purge(bucket, key);
      this.kept.delete(key);
      this.acknowledged.delete(key);
    }
  }
}
