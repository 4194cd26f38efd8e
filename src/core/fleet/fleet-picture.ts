import type { MemberItem } from "../protocol/fleet/fleet.ts";
import type { PaneIdentity, PaneItem } from "../protocol/lists/lists.ts";
import { foreignItem, unreachableItem } from "./foreign-item.ts";
import { isNewer, type MemberRow, readRow } from "./member-row.ts";

/** With its text, so that what is told again is known without being read. */
type Kept = MemberRow & { text: string };

type Reach = Pick<MemberItem, "health" | "last_heard">;

/** Changed and removed panes of other members. */
export interface PictureChange {
  changed: PaneItem[];
  removed: PaneIdentity[];
}

/**
 * The panes of all other members. Of each pane the newest row is kept, so the picture is the same whatever the order
 * in which rows arrive, and however often.
 */
export class FleetPicture {
  private readonly rows = new Map<string, Map<string, Kept>>();
  /** As last told, by member and key. */
  private readonly shown = new Map<string, Map<string, PaneItem>>();
  /** Keys of each member whose row may have changed since then. */
  private readonly touched = new Map<string, Set<string>>();
  private readonly reach = new Map<string, string>();

  /** Takes a value of a member's bucket; null if its key was removed. */
  take(member: string, key: string, text: string | null): void {
    const rows = this.rowsOf(member);
    const known = rows.get(key);
    if (known?.text === text) return;
    if (text === null) rows.delete(key);
    else {
      const row = readRow(text);
      if (row === null || (known !== undefined && !isNewer(row, known))) return;
      rows.set(key, { ...row, text });
    }
    this.touch(member, key);
  }

  /** The member's bucket was read anew, and has these keys only. */
  keepOnly(member: string, keys: ReadonlySet<string>): void {
    for (const key of this.rowsOf(member).keys()) if (!keys.has(key)) this.take(member, key, null);
  }

  /** The member has left. */
  drop(member: string): void {
    this.keepOnly(member, new Set());
  }

  members(): string[] {
    return [...this.rows.keys()];
  }

  panesOf(member: string): number {
    return this.shown.get(member)?.size ?? 0;
  }

  /** The numbers of the changes of a member's rows, added up. */
  sumOf(member: string): number {
    let sum = 0;
    for (const { n, item } of this.rows.get(member)?.values() ?? []) if (item !== null) sum += n;
    return sum;
  }

  /** Takes the changes since the last call, of one member or of all. `reachOf`: null for members that have left. */
  changes(reachOf: (member: string) => Reach | null, only: string | null = null): PictureChange {
    const change: PictureChange = { changed: [], removed: [] };
    for (const member of only === null ? this.members() : [only]) {
      const rows = this.rowsOf(member);
      const reach = reachOf(member);
      const isSilent = reach === null || reach.health !== "ok";
      const now = isSilent ? `silent since ${reach?.last_heard}` : "ok";
      const keys =
        this.reach.get(member) === now
          ? this.touched.get(member)
          : new Set([...rows.keys(), ...this.touchedOf(member)]);
      this.reach.set(member, now);
      for (const key of keys ?? []) this.show(member, key, isSilent ? (reach?.last_heard ?? null) : "heard", change);
      this.touched.delete(member);
      if (rows.size === 0 && reach === null) this.forget(member);
    }
    return change;
  }

  private show(member: string, key: string, heard: "heard" | number | null, change: PictureChange): void {
    const shown = this.shown.get(member) ?? new Map<string, PaneItem>();
    this.shown.set(member, shown);
    const before = shown.get(key);
    const raw = this.rowsOf(member).get(key)?.item ?? null;
    // not before it is shown: of many rows of a pane most are never
    const item = raw === null ? null : foreignItem(member, key, raw);
    if (item !== null) {
      const seen = heard === "heard" ? item : unreachableItem(item, heard);
      shown.set(key, seen);
      change.changed.push(seen);
    } else if (before !== undefined) {
      shown.delete(key);
      change.removed.push(before.identity);
    }
  }

  private forget(member: string): void {
    for (const map of [this.rows, this.shown, this.reach]) map.delete(member);
  }

  private rowsOf(member: string): Map<string, Kept> {
    const known = this.rows.get(member) ?? new Map<string, Kept>();
    this.rows.set(member, known);
    return known;
  }

  private touchedOf(member: string): Set<string> {
    const known = this.touched.get(member) ?? new Set<string>();
    this.touched.set(member, known);
    return known;
  }

  private touch(member: string, key: string): void {
    this.touchedOf(member).add(key);
  }
}
