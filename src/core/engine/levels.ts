import type { Admitted } from "./admit.ts";
import type { Court } from "./court.ts";
import { type EngineConfig, levelRank, settleMs } from "./engine-config.ts";
import type { Lead } from "./lead.ts";
import { compareByTime, compareWithinSource, type LookMark } from "./marks.ts";

export interface Levels {
  /** The best look that is fresh and late enough to speak against the edges. */
  speaking: LookMark | null;
  /** Some look has contradicted the leading edge: it never comes back. */
  overruled: boolean;
  /** A fresh look in the same phase as the lead keeps it from ageing. */
  agreeing: LookMark | null;
  /** A conversation begun anew since the newest edge: how the last one ended is no news any more. */
  anew: LookMark | null;
  /** The best look that names the outcome, seen after the newest edge. How a turn ended does not go stale. */
  naming: LookMark | null;
}

export function levelsAgainst(admitted: Admitted, lead: Lead | null, config: EngineConfig, court: Court): Levels {
  const settled = (look: LookMark) =>
    lead === null || (look.at > lead.newestAt + settleMs(look.source) && !misses(look, lead, court.now));
  const fresh = (look: LookMark) => court.now - look.at < config.levelTtlMs;
  const current = currentLooks(admitted.looks);
  const best = (looks: LookMark[]) =>
    looks.sort((a, b) => levelRank(a.source) - levelRank(b.source) || compareByTime(b, a))[0] ?? null;
  const seesAsk = current
    .filter(({ level }) => level.phase === "ask" && !level.blind)
    .filter((look) => fresh(look) && settled(look));
  // a level that cannot see every dialog has missed one that another saw come up since
  const sees = (look: LookMark) =>
    !look.level.blind || look.level.phase === "ask" || !seesAsk.some(({ changedAt }) => changedAt > look.changedAt);
  const usable = current.filter((look) => fresh(look) && settled(look) && sees(look));
  const speaking = best(usable.map((look) => withOutcome(look, admitted.looks, lead)));
  const naming = best(admitted.looks.filter((look) => namesOutcome(look) && settled(look)));
  // a better level that sees the same as the edge vouches for it
  const voucher = best(current.filter((look) => fresh(look) && sees(look) && look.level.phase === lead?.phase));
  const vouchedRank = voucher === null ? Number.POSITIVE_INFINITY : levelRank(voucher.source);
  const overruled =
    lead !== null &&
    admitted.looks.some(
      (look) => look.level.phase !== lead.phase && settled(look) && levelRank(look.source) <= vouchedRank,
    );
  const agreeing =
    lead === null ? null : (current.find((look) => fresh(look) && look.level.phase === lead.phase) ?? null);

  for (const look of admitted.looks) {
    if (!current.some((held) => held.id === look.id))
      court.rule(look, "lost", "the same source has seen something newer");
    else if (!fresh(look)) court.rule(look, "lost", `last seen ${seconds(court.now - look.at)} ago: stale`);
    else if (lead !== null && look.level.phase === lead.phase)
      court.rule(look, "agrees", `sees the same phase: ${look.level.phase}`);
    else if (!settled(look)) {
      court.rule(look, "lost", "seen too soon after the newest edge to contradict it");
      if (lead !== null) court.revisit(lead.newestAt + settleMs(look.source) + 1);
    } else court.rule(look, "lost", "a better level was seen");
    court.revisit(look.at + config.levelTtlMs);
  }
  const anew = best(
    usable.filter((look) => look.level.fresh === true && lead !== null && look.changedAt > lead.newestAt),
  );
  return { speaking, overruled, agreeing, naming, anew };
}

/** Some blind levels do not see a conversation being compacted: one that has not turned since knows nothing of it. */
function misses({ level, changedAt }: LookMark, { mark }: Lead, now: number): boolean {
  const { activity, ttl_ms } = mark.edge;
  if (activity?.kind !== "compacting" || ttl_ms === undefined || now >= mark.at + ttl_ms) return false;
  return level.blind === true && changedAt < mark.at;
}

function namesOutcome({ level }: LookMark): boolean {
  return level.phase === "rest" && level.state !== undefined;
}

/** A source at rest that named the outcome and now shows rest alone has not changed its mind. */
function withOutcome(look: LookMark, looks: readonly LookMark[], lead: Lead | null): LookMark {
  if (look.level.phase !== "rest" || look.level.state !== undefined) return look;
  const own = looks.filter((other) => other.source === look.source);
  const named = own.find(namesOutcome);
  if (named === undefined || (lead !== null && named.at <= lead.newestAt)) return look;
  if (own.some((other) => other.level.phase !== "rest" && compareWithinSource(other, named) > 0)) return look;
  return { ...look, level: { ...look.level, state: named.level.state }, changedAt: named.changedAt };
}

/** Each source's newest look. */
function currentLooks(looks: readonly LookMark[]): LookMark[] {
  const current = new Map<string, LookMark>();
  for (const look of looks) {
    const held = current.get(look.source);
    if (held === undefined || compareWithinSource(look, held) > 0) current.set(look.source, look);
  }
  return [...current.values()];
}

export function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
