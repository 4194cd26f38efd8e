import { isDeepStrictEqual } from "node:util";
import type { EventEnvelope, Level } from "../core/protocol/event.ts";
import { StagedMap } from "./store/staged-map.ts";
import type { UnitOfWork } from "./store/unit-of-work.ts";

/** An event whose evidence is a level. */
export type LevelEvent = EventEnvelope & { evidence: Level; runtime_id: string };

/** What levels show and nobody has seen otherwise since: whoever watches them would have told. */
export class Standing {
  private readonly shown: StagedMap<string, ReadonlyMap<string, LevelEvent>>;

  constructor(unit: UnitOfWork) {
    this.shown = new StagedMap(unit);
  }

  put(event: LevelEvent): void {
    const levels = this.shown.get(event.runtime_id) ?? [];
    this.shown.set(event.runtime_id, new Map([...levels, [event.source, event]]));
  }

  has({ runtime_id, source, evidence, question }: LevelEvent): boolean {
    const held = this.shown.get(runtime_id)?.get(source);
    if (held === undefined || !isSameLevel(held.evidence, evidence)) return false;
    // the same phase for another reason: one dialog may follow the other
    return held.evidence.changed_at === evidence.changed_at && isDeepStrictEqual(held.question, question);
  }

  /** As they would look to somebody who looked now. */
  seenAt(runtimeId: string, now: number): LevelEvent[] {
    const levels = [...(this.shown.get(runtimeId)?.values() ?? [])];
    return levels.map((event) => ({ ...event, event_time: now - event.clock_offset, ingested_at: now }));
  }

  /** Nobody watches that level any more; without a name, none of the runtime's. */
  drop(runtimeId: string, source?: string): void {
    const others = [...(this.shown.get(runtimeId) ?? [])].filter(([name]) => source !== undefined && name !== source);
    if (others.length === 0) this.shown.delete(runtimeId);
    else this.shown.set(runtimeId, new Map(others));
  }

  /** Nothing there is watched any more. */
  clear(): void {
    this.shown.clear();
  }
}

export function isSameLevel(one: Level, other: Level): boolean {
  return (
    one.phase === other.phase &&
    one.state === other.state &&
    one.stalled === other.stalled &&
    one.activity?.kind === other.activity?.kind &&
    one.activity?.tool === other.activity?.tool
  );
}

/** With the time at which it turned so: its own word, else that of the look before it if that showed the same, else when it was seen. */
export function datedLevel(level: Level, seenAt: number, before: { level: Level; changedAt: number } | null): Level {
  const isStill = before !== null && isSameLevel(before.level, level);
  return { ...level, changed_at: level.changed_at ?? (isStill ? before.changedAt : seenAt) };
}
