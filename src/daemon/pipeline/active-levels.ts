import { isDeepStrictEqual } from "node:util";
import { type EventEnvelope, type Level, stampOf } from "../../core/protocol/events/event.ts";
import { StagedMap } from "../store/staged-map.ts";
import type { UnitOfWork } from "../store/unit-of-work.ts";

/** An event whose evidence is a level. */
export type LevelEvent = EventEnvelope & { evidence: Level; runtime_id: string };

interface ActiveLevel {
  event: LevelEvent;
  /** How late its watcher may notice a change. */
  lateMs: number;
}

/** Active levels: reported, and not changed since by their watchers. */
export class ActiveLevels {
  private readonly shown: StagedMap<string, ReadonlyMap<string, ActiveLevel>>;

  constructor(unit: UnitOfWork) {
    this.shown = new StagedMap(unit);
  }

  put(event: LevelEvent, lateMs: number): void {
    const levels = this.shown.get(event.runtime_id) ?? [];
    this.shown.set(event.runtime_id, new Map([...levels, [event.source, { event, lateMs }]]));
  }

  has({ runtime_id, source, evidence, question }: LevelEvent): boolean {
    const held = this.shown.get(runtime_id)?.get(source)?.event;
    if (held === undefined || !isSameLevel(held.evidence, evidence)) return false;
    // the same phase for another reason: one dialog may follow another
    return held.evidence.changed_at === evidence.changed_at && isDeepStrictEqual(held.question, question);
  }

  /** Whether the watcher may notice a change late, so that only another look shows that the level still holds. */
  isLate({ runtime_id, source }: LevelEvent): boolean {
    return (this.shown.get(runtime_id)?.get(source)?.lateMs ?? 0) > 0;
  }

  /** The active levels, dated by when they were last seen. */
  seenAt(runtimeId: string, now: number): LevelEvent[] {
    const levels = [...(this.shown.get(runtimeId)?.values() ?? [])];
    return levels.map(({ event, lateMs }) => ({
      ...event,
      evidence: event.source === "screen" ? { ...event.evidence, read_at: stampOf(event) } : event.evidence,
      event_time: (lateMs === 0 ? now : Math.max(stampOf(event), now - lateMs)) - event.clock_offset,
      ingested_at: now,
    }));
  }

  /** Drops a level that is no longer watched; without a source, all of the runtime's. */
  drop(runtimeId: string, source?: string): void {
    const others = [...(this.shown.get(runtimeId) ?? [])].filter(([name]) => source !== undefined && name !== source);
    if (others.length === 0) this.shown.delete(runtimeId);
    else this.shown.set(runtimeId, new Map(others));
  }

  /** Drops all levels. */
  clear(): void {
    this.shown.clear();
  }
}

export function isSameLevel(one: Level, other: Level): boolean {
  return (
    one.phase === other.phase &&
    one.state === other.state &&
    one.withdrawn === other.withdrawn &&
    one.stalled === other.stalled &&
    one.suspended === other.suspended &&
    one.unchanged === other.unchanged &&
    one.limit === other.limit &&
    one.activity?.kind === other.activity?.kind &&
    one.activity?.tool === other.activity?.tool
  );
}

/** Adds the time of the change: the level's own, else that of an equal previous look, else when it was seen. */
export function datedLevel(level: Level, seenAt: number, before: { level: Level; changedAt: number } | null): Level {
  const isStill = before !== null && isSameLevel(before.level, level);
  return { ...level, changed_at: level.changed_at ?? (isStill ? before.changedAt : seenAt) };
}
