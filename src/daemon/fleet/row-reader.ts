import { panesBucket } from "../../core/fleet/fleet-names.ts";
import { FleetPicture } from "../../core/fleet/fleet-picture.ts";
import type { MemberList } from "../../core/fleet/member-list.ts";
import type { Asker } from "../../core/protocol/fleet/allowances.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { FleetChange } from "../publish/fleet.ts";
import type { FleetLink } from "./fleet-link.ts";

export interface ReaderDeps {
  own: Asker;
  members: MemberList;
  clock: Clock;
  log: Log;
  publish(change: FleetChange): void;
}

/** Reads the panes of all other members, and tells what changes of them. */
export class RowReader {
  private readonly deps: ReaderDeps;
  private readonly picture = new FleetPicture();
  /** Those of the current connection: how to stop, by member. */
  private readonly followed = new Map<string, () => void>();
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
    for (const name of names) if (!this.followed.has(name)) this.follow(name, link);
    for (const name of this.picture.members()) if (!names.includes(name)) this.drop(name);
    this.tell();
  }

  /** The connection is gone. What was read stays, until its members count as silent. */
  disconnect(): void {
    for (const stop of this.followed.values()) stop();
    this.followed.clear();
  }

  stop(): void {
    this.disconnect();
    if (this.silence !== null) clearTimeout(this.silence);
  }

  private follow(member: string, link: FleetLink): void {
    let keys: Set<string> | null = new Set<string>();
    let isStopped = false;
    let stop = () => {};
    this.followed.set(member, () => {
      isStopped = true;
      stop();
    });
    const listener = {
      entry: ({ key, text }: { key: string; text: string | null }) => {
        if (isStopped) return;
        this.picture.take(member, key, text);
        if (keys === null) this.tellOf(member);
        else keys.add(key);
      },
      ready: () => {
        if (isStopped) return;
        this.picture.keepOnly(member, keys ?? new Set());
        keys = null;
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
        if (!isStopped) this.followed.delete(member);
      },
    );
  }

  private drop(member: string): void {
    this.followed.get(member)?.();
    this.followed.delete(member);
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
