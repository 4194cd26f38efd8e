import { contentId } from "../../core/engine/content-id.ts";
import { momentMs } from "../../core/engine/engine-config.ts";
import { envelope, type SignalFacts } from "../../core/engine/envelope.ts";
import type { LookMark } from "../../core/engine/marks.ts";
import type { Level } from "../../core/protocol/events/event.ts";
import type { RuntimeRow } from "../store/store.ts";
import { datedLevel, type LevelEvent } from "./active-levels.ts";
import { seal } from "./seal.ts";

/** The event of a look at a level: an unchanged level has the same key as when it was last looked at. */
export function levelEvent(
  runtimeId: string,
  facts: SignalFacts & { evidence: Level },
  last: LookMark | null,
  now: number,
): LevelEvent {
  const seenAt = Math.min(facts.event_time + (facts.clock_offset ?? 0), now);
  const evidence = datedLevel(facts.evidence, seenAt, last);
  const asked = facts.question === undefined ? "" : `:${contentId(JSON.stringify(facts.question))}`;
  const dedupe_key = `${runtimeId}:${facts.event_type}:${evidence.changed_at}${asked}`;
  return { ...seal({ ...facts, evidence, dedupe_key }, now), evidence, runtime_id: runtimeId };
}

/** The beginning of the work that a source last showed, for the event that ends it; nothing if it lasted only a moment. */
export function endedWork({ source, level, at, changedAt }: Pick<LookMark, "source" | "level" | "at" | "changedAt">) {
  const leastMs = momentMs(source);
  // each look at a screen counts by itself
  const isWork = leastMs > 0 && level.phase === "busy" && !level.withdrawn && at - changedAt >= leastMs;
  return isWork ? { worked_since: changedAt } : {};
}

/** The event of a source that has nothing to show any more. */
export function endedLevelEvent(runtime: RuntimeRow, last: LookMark, target: string, now: number) {
  const { source, level } = last;
  const { runtime_id, pane_id, agent_type } = runtime;
  const facts: SignalFacts = {
    target,
    pane_id,
    agent_type,
    source,
    event_type: `${agent_type}.nothing`,
    dedupe_key: `${runtime_id}:${source}:nothing:${now}`,
    event_time: now,
    message: "",
    evidence: { kind: "level", phase: level.phase, withdrawn: true, changed_at: now, ...endedWork(last) },
  };
  return { ...envelope(facts, now), runtime_id };
}
