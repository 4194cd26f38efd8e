import { type Asker, rolesOf } from "../protocol/fleet/allowances.ts";
import { FLEET_VERSION, type MemberItem, type MemberRecord, OLDEST_FLEET_VERSION } from "../protocol/fleet/fleet.ts";
import { MemberRole } from "../protocol/fleet/member-request.ts";

/** A member that has said nothing for this many of its beats is silent. */
export const SILENT_BEATS = 3;

interface Heard {
  record: MemberRecord;
  /** On this daemon's clock. */
  at: number;
}

/** Who is in the fleet, by what members say of themselves. */
export class MemberList {
  private readonly heard = new Map<string, Heard>();

  /** Null if the member has left. */
  hear(name: string, record: MemberRecord | null, at: number): void {
    if (record === null) this.heard.delete(name);
    else this.heard.set(name, { record, at: Math.max(at, this.heard.get(name)?.at ?? 0) });
  }

  /** Members that are not there any more, after all were listed anew. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const name of this.heard.keys()) if (!names.has(name)) this.heard.delete(name);
  }

  names(): string[] {
    return [...this.heard.keys()].sort();
  }

  record(name: string): MemberRecord | null {
    return this.heard.get(name)?.record ?? null;
  }

  item(name: string, own: Asker, now: number): Omit<MemberItem, "panes"> | null {
    const heard = this.heard.get(name);
    if (heard === undefined) return null;
    const { record, at } = heard;
    const { agtmux_version, share } = record;
    const is_own = name === own.member;
    const may = is_own ? [...MemberRole.options] : rolesOf(own, record.allow);
    const item = { name, is_own, agtmux_version, share, may, last_heard: Math.floor(at) };
    return { ...item, health: healthOf(heard, now) };
  }

  /** Whether we have this role at that member. */
  mayThere(name: string, role: MemberRole, own: Asker): boolean {
    return rolesOf(own, this.heard.get(name)?.record.allow)?.includes(role) ?? false;
  }

  /** Whether nothing is heard of it, whatever its version. */
  isSilent(name: string, now: number): boolean {
    const heard = this.heard.get(name);
    return heard !== undefined && silentAt(heard) <= now;
  }

  /** When the next member falls silent, if it says nothing until then; null if none can. */
  nextSilence(now: number): number | null {
    const due = [...this.heard.values()].map(silentAt).filter((at) => at > now);
    return due.length === 0 ? null : Math.min(...due);
  }
}

function healthOf(heard: Heard, now: number): MemberItem["health"] {
  if (heard.record.fleet_version < OLDEST_FLEET_VERSION) return "too_old";
  if (heard.record.readable_by > FLEET_VERSION) return "too_new";
  return silentAt(heard) <= now ? "silent" : "ok";
}

function silentAt({ record, at }: Heard): number {
  return at + SILENT_BEATS * record.beat_ms;
}
