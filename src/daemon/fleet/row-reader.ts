import { panesBucket } from "../../core/fleet/fleet-names.ts";
import { FleetPicture } from "../../core/fleet/fleet-picture.ts";
import type { MemberList } from "../../core/fleet/member-list.ts";
import type { Asker } from "../../core/protocol/fleet/allowances.ts";
import type { MemberRecord } from "../../core/protocol/fleet/fleet.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { FleetChange } from "../publish/fleet.ts";
import type { BucketEntry, FleetLink } from "./fleet-link.ts";

export interface ReaderDeps {
  own: Asker;
  members: MemberList;
  clock: Clock;
  log: Log;
  publish(change: FleetChange): void;
}

/** How late the server may tell us what a member says that it has stored. */
const LATEST_MS = 2_000;
/** The rows of a member that never fit what it says of them are read again at every so many of its beats. */
const MOST_SKIPPED = 63;

interface Followed {
  stop(): void;
  /** Everything that was there at the beginning was told. */
  isRead: boolean;
  /** Of the newest row that was told. */
  revision: number;
  /** Keys that were told since the rows were last read again. */
  heard: Set<string>;
  /** The record that was compared with the rows. */
  compared: MemberRecord | null;
  /** Looks again whether the newest row was told. */
  check: NodeJS.Timeout | null;
}

/** Reads the panes of all other members, and tells what changes of them. */
export class RowReader {
  private readonly deps: ReaderDeps;
  private readonly picture = new FleetPicture();
  /** Those of the current connection, by member. */
  private readonly followed = new Map<string, Followed>();
  /** Members whose rows were read again in vain: how often, and how many of their beats are not looked at. */
  private readonly inVain = new Map<string, { times: number; skipped: number }>();
  private silence: NodeJS.Timeout | null = null;

  constructor(deps: ReaderDeps) {
    this.deps = deps;
  }

  panesOf(member: string): number {
    return this.picture.panesOf(member);
  }

  /** Follows whoever is there. Call after each change of the members; with another link after a new connection. */
  update(link: FleetLink): void {
    const { members, own } = this.deps;
    const names = members.names().filter((name) => name !== own.member);
    for (const name of names) {
      if (this.followed.has(name)) this.compare(name, link);
      else this.follow(name, link);
    }
    for (const name of this.picture.members()) if (!names.includes(name)) this.drop(name);
    this.tell();
  }

  /** The connection is gone. What was read stays, until its members count as silent. */
  disconnect(): void {
    for (const member of [...this.followed.keys()]) this.leave(member);
    this.inVain.clear();
  }

  stop(): void {
    this.disconnect();
    if (this.silence !== null) clearTimeout(this.silence);
  }

  private follow(member: string, link: FleetLink): void {
    let keys: Set<string> | null = new Set<string>();
    let isStopped = false;
    let stop = () => {};
    const followed: Followed = {
      stop: () => {
        isStopped = true;
        stop();
      },
      ...{ isRead: false, revision: 0, heard: new Set<string>(), compared: null, check: null },
    };
    this.followed.set(member, followed);
    const listener = {
      entry: ({ key, text, revision }: Pick<BucketEntry, "key" | "text" | "revision">) => {
        if (isStopped) return;
        followed.revision = Math.max(followed.revision, revision);
        followed.heard.add(key);
        this.picture.take(member, key, text);
        if (keys === null) this.tellOf(member);
        else keys.add(key);
      },
      ready: () => {
        if (isStopped) return;
        this.picture.keepOnly(member, keys ?? new Set());
        keys = null;
        followed.isRead = true;
        this.tell();
      },
    };
    link.follow(panesBucket(member), listener).then(
      (leave) => {
        stop = leave;
        if (isStopped) leave();
      },
      (error: unknown) => {
        // it may have no bucket yet: its next beat tries again
        this.deps.log.debug({ member, err: String(error) }, "a member's panes cannot be read");
        if (!isStopped) this.leave(member);
      },
    );
  }

  /**
   * A server of a cluster may tell us less than the others have, and nothing says so. It may be behind: then we ask for
   * another feed, which another server mostly gives. Or it was cut off, and had a row that the others never got; it then
   * never gets the row that has the same number, or took its own back and does not tell us of the other. So a member says
   * the number of its newest row, and the sum of its rows.
   */
  private compare(member: string, link: FleetLink): void {
    const followed = this.followed.get(member);
    const record = this.deps.members.record(member);
    if (followed === undefined || record === null || followed.compared === record) return;
    followed.compared = record;
    const { revision = 0, sum } = record;
    if (followed.revision < revision) {
      followed.check ??= setTimeout(() => {
        followed.check = null;
        if (followed.revision >= revision) return;
        this.deps.log.info({ member }, "the server tells less of a member than it has: asked anew");
        this.leave(member);
        this.follow(member, link);
      }, LATEST_MS);
      // at another revision the rows are others
    } else if (followed.isRead && followed.revision === revision && sum !== undefined) {
      if (this.picture.sumOf(member) === sum) this.inVain.delete(member);
      else this.mendSeldom(member, followed, link);
    }
  }

  private mendSeldom(member: string, followed: Followed, link: FleetLink): void {
    const { times, skipped } = this.inVain.get(member) ?? { times: 0, skipped: 0 };
    if (skipped > 0) return void this.inVain.set(member, { times, skipped: skipped - 1 });
    this.inVain.set(member, { times: times + 1, skipped: Math.min(2 ** times - 1, MOST_SKIPPED) });
    this.deps.log.info({ member }, "a server has other rows of a member than it stored: read again");
    this.mend(member, followed, link).catch((error: unknown) =>
      this.deps.log.debug({ member, err: String(error) }, "a member's rows cannot be read again"),
    );
  }

  private async mend(member: string, followed: Followed, link: FleetLink): Promise<void> {
    followed.heard.clear();
    const rows = await link.read(panesBucket(member));
    if (this.followed.get(member) !== followed) return;
    for (const { key, text } of rows) this.picture.take(member, key, text);
    this.picture.keepOnly(member, new Set([...rows.map(({ key }) => key), ...followed.heard]));
    this.tellOf(member);
  }

  private leave(member: string): void {
    const followed = this.followed.get(member);
    if (followed === undefined) return;
    if (followed.check !== null) clearTimeout(followed.check);
    followed.stop();
    this.followed.delete(member);
  }

  private drop(member: string): void {
    this.leave(member);
    this.picture.drop(member);
  }

  private tell(): void {
    const { members, clock } = this.deps;
    this.tellOf(null);
    if (this.silence !== null) clearTimeout(this.silence);
    const now = clock.now();
    const next = members.nextSilence(now);
    this.silence = next === null ? null : setTimeout(() => this.tell(), Math.max(1, next - now));
  }

  /** What has changed of one member, or of all. */
  private tellOf(only: string | null): void {
    const { members, own, clock, publish } = this.deps;
    const now = clock.now();
    const change = this.picture.changes((member) => members.item(member, own, now), only);
    if (change.changed.length > 0 || change.removed.length > 0) publish(change);
  }
}
