import type { Admitted } from "./admit.ts";
import type { Court } from "./court.ts";
import { type EngineConfig, levelRank, settleMs } from "./engine-config.ts";
import type { Lead } from "./lead.ts";
import { compareByTime, type LookMark } from "./marks.ts";

export interface Levels {
  /** The best look that is fresh and late enough to speak against the edges. */
  speaking: LookMark | null;
  /** Some look has contradicted the leading edge: it never comes back. */
  overruled: boolean;
  /** A fresh look in the same phase as the lead keeps it from ageing. */
  agreeing: LookMark | null;
}

export function levelsAgainst(admitted: Admitted, lead: Lead | null, config: EngineConfig, court: Court): Levels {
  const settled = (look: LookMark) => lead === null || look.at > lead.newestAt + settleMs(look.source);
  const fresh = (look: LookMark) => court.now - look.at < config.levelTtlMs;
  const current = currentLooks(admitted.looks);
  const usable = current.filter((look) => fresh(look) && settled(look));
  const speaking = usable.sort((a, b) => levelRank(a.source) - levelRank(b.source) || compareByTime(b, a))[0] ?? null;
  const overruled = lead !== null && admitted.looks.some((look) => look.level.phase !== lead.phase && settled(look));
  const agreeing =
    lead === null ? null : (current.find((look) => fresh(look) && look.level.phase === lead.phase) ?? null);

  for (const look of admitted.looks) {
    if (!current.includes(look)) court.rule(look, "lost", "the same source has seen something newer");
    else if (!fresh(look)) court.rule(look, "lost", `last seen ${seconds(court.now - look.at)} ago: stale`);
    else if (lead !== null && look.level.phase === lead.phase)
      court.rule(look, "agrees", `sees the same phase: ${look.level.phase}`);
    else if (!settled(look)) court.rule(look, "lost", "seen too soon after the newest edge to contradict it");
    else court.rule(look, "lost", "a better level was seen");
    court.revisit(look.at + config.levelTtlMs);
  }
  return { speaking, overruled, agreeing };
}

/** Each source's newest look. */
function currentLooks(looks: readonly LookMark[]): LookMark[] {
  const current = new Map<string, LookMark>();
  for (const look of looks) {
    const held = current.get(look.source);
    if (held === undefined || compareByTime(look, held) > 0) current.set(look.source, look);
  }
  return [...current.values()];
}

export function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
