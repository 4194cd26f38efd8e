import type { Admitted } from "./admit.ts";
import { type EngineConfig, levelRank, missesNothing, PAINTS_LATE_MS, settleMs } from "./engine-config.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import type { Lead } from "./lead.ts";
import { bestOf, currentLooks, goesOn } from "./looks.ts";
import { compareWithinSource, type EdgeMark, type LookMark } from "./marks.ts";
import { turnEnd } from "./turn-end.ts";

export interface Levels {
  /** The best reading that is fresh and late enough to contradict the edges. */
  speaking: LookMark | null;
  /** A reading has contradicted the leading edge, which then never counts again. */
  overruled: boolean;
  /** A fresh reading in the same phase as the lead keeps it from expiring. */
  agreeing: LookMark | null;
  /** A conversation started anew since the newest edge: the outcome of the last one no longer matters. */
  anew: LookMark | null;
  /** The best reading that names the outcome, seen after the newest edge. An outcome does not go stale. */
  naming: LookMark | null;
}

/** An agent may take this long to show that it has taken up a prompt or an answer. */
const TURNS_LATE_MS = 3_000;

/** Compares the levels with the lead, which the edges give: do they contradict or confirm it? Without a lead, the levels decide alone. */
export function levelsAgainst(
  admitted: Admitted,
  lead: Lead | null,
  config: EngineConfig,
  ledger: EvidenceLedger,
): Levels {
  const settled = (look: LookMark) =>
    lead === null || (look.at > settlesAt(look, lead, admitted) && !missesCompacting(look, lead, ledger.now));
  const fresh = (look: LookMark) => ledger.now - look.at < config.levelTtlMs;
  const current = currentLooks(admitted.looks);
  const seesAsk = current
    .filter(({ level }) => level.phase === "ask" && !level.blind)
    .filter((look) => fresh(look) && settled(look));
  // a level that cannot see every dialog has missed one that another level saw appear since
  const sees = (look: LookMark) =>
    !(look.level.blind || look.level.misses_dialogs) ||
    look.level.phase === "ask" ||
    !seesAsk.some(({ changedAt }) => changedAt > look.changedAt);
  const usable = current.filter((look) => fresh(look) && settled(look) && sees(look));
  const best = bestOf(usable.map((look) => withOutcome(look, admitted.looks, lead)));
  const speaking = best && (namedBeside(best, usable, admitted.looks, ledger) ?? best);
  const naming = bestOf(admitted.looks.filter((look) => namesOutcome(look) && settled(look)));
  // a better level that shows the same as the edge confirms it
  const voucher = bestOf(current.filter((look) => fresh(look) && sees(look) && look.level.phase === lead?.phase));
  const vouchedRank = voucher === null ? Number.POSITIVE_INFINITY : levelRank(voucher.source);
  // a level that has merely stayed busy holds an end, but does not overrule it
  const end = lead?.phase === "rest" ? turnEnd(admitted) : null;
  const overruled =
    lead !== null &&
    admitted.looks.some(
      (look) =>
        look.level.phase !== lead.phase &&
        settled(look) &&
        levelRank(look.source) <= vouchedRank &&
        !(end !== null && goesOn(look, end.at)) &&
        !(lead.phase === "ask" && hasNotTurned(look, lead.mark.at, admitted.looks)),
    );
  const agreeing =
    lead === null ? null : (current.find((look) => fresh(look) && look.level.phase === lead.phase) ?? null);

  for (const look of admitted.looks) {
    if (look.isOver) ledger.rule(look, "lost", `${look.source}, or a better level, shows that no more`);
    else if (!current.some((held) => held.id === look.id))
      ledger.rule(look, "lost", "the same source has seen something newer");
    else if (!fresh(look)) ledger.rule(look, "lost", `last seen ${seconds(ledger.now - look.at)} ago: stale`);
    else if (lead !== null && look.level.phase === lead.phase)
      ledger.rule(look, "agrees", `sees the same phase: ${look.level.phase}`);
    else if (!settled(look)) {
      ledger.rule(look, "lost", "seen too soon after the newest edge to contradict it");
      if (lead !== null) ledger.revisit(settlesAt(look, lead, admitted) + 1);
    } else ledger.rule(look, "lost", "a better level was seen");
    ledger.revisit(look.at + config.levelTtlMs);
  }
  const anew = bestOf(
    usable.filter((look) => look.level.fresh === true && lead !== null && look.changedAt > lead.newestAt),
  );
  return { speaking, overruled, agreeing, naming, anew };
}

/**
 * From when on a reading contradicts the edges: normally after its settle time. Three kinds of readings may show what was
 * before the newest edge, for seconds on a loaded machine, and are believed only if they stay the same for longer:
 * - a screen on which nothing was painted since that edge;
 * - while the agent works, a level that has shown rest since before the turn began, or a screen that shows only the prompt;
 * - while the agent works, a level that misses nothing and has shown a dialog since before the agent went on.
 */
function settlesAt(look: LookMark, lead: Lead, { begin, looks }: Admitted): number {
  const { source, level, changedAt } = look;
  if (level.read_at !== undefined && level.read_at <= lead.newestAt) return lead.newestAt + PAINTS_LATE_MS;
  const settledAt = lead.newestAt + settleMs(source);
  if (lead.phase !== "busy") return settledAt;
  if (level.phase === "rest" && begin !== null && (changedAt < begin.at || showsPromptAlone(look, begin, looks)))
    return Math.max(settledAt, begin.at + TURNS_LATE_MS);
  const isLateAsk = level.phase === "ask" && changedAt < lead.mark.at && missesNothing(source);
  return isLateAsk ? lead.newestAt + TURNS_LATE_MS : settledAt;
}

/** Whether a screen has painted only the prompt so far: it has shown no work since the turn began. */
function showsPromptAlone({ source }: LookMark, begin: EdgeMark, looks: readonly LookMark[]): boolean {
  // a program that has just started has no prompt yet
  if (source !== "screen" || begin.source === "process") return false;
  return !looks.some((look) => look.source === source && look.level.phase === "busy" && look.at >= begin.at);
}

/**
 * A level without gaps that was busy before the ask shows the dialog as soon as it can: until then it does not
 * contradict the ask.
 */
function hasNotTurned(look: LookMark, askedAt: number, looks: readonly LookMark[]): boolean {
  const isAskBefore = (other: LookMark) =>
    other.source === look.source &&
    other.level.phase === "ask" &&
    other.at >= askedAt &&
    compareWithinSource(other, look) < 0;
  return missesNothing(look.source) && goesOn(look, askedAt) && !looks.some(isAskBefore);
}

/**
 * Some blind levels do not show that a conversation is compacted: if such a level has not changed since, it is no evidence
 * against the compacting.
 */
function missesCompacting({ level, changedAt }: LookMark, { mark }: Lead, now: number): boolean {
  const { activity, ttl_ms } = mark.edge;
  if (activity?.kind !== "compacting" || ttl_ms === undefined || now >= mark.at + ttl_ms) return false;
  return level.blind === true && changedAt < mark.at;
}

function namesOutcome({ level }: LookMark): boolean {
  return level.phase === "rest" && level.state !== undefined;
}

/**
 * The reading of a lesser level that names the outcome, if the best level shows only rest. It was seen late enough after
 * that rest, or it turned to the outcome after the work had begun and has shown it since.
 */
function namedBeside(
  best: LookMark,
  looks: readonly LookMark[],
  all: readonly LookMark[],
  ledger: EvidenceLedger,
): LookMark | null {
  if (best.level.phase !== "rest" || best.level.state !== undefined) return null;
  const workedAt = Math.max(...all.filter(({ level }) => level.phase === "busy").map(({ changedAt }) => changedAt));
  const isOfThisRest = (look: LookMark) => {
    const settle = settleMs(look.source);
    if (look.at > best.changedAt + settle) return true;
    if (look.changedAt <= workedAt) return false;
    const standsAt = Math.max(look.changedAt, best.changedAt) + settle;
    if (ledger.now < standsAt) ledger.revisit(standsAt);
    return ledger.now >= standsAt;
  };
  return bestOf(looks.filter((look) => namesOutcome(look) && isOfThisRest(look)));
}

/** A source at rest that named the outcome and now shows only rest has not revoked it. */
function withOutcome(look: LookMark, looks: readonly LookMark[], lead: Lead | null): LookMark {
  if (look.level.phase !== "rest" || look.level.state !== undefined) return look;
  const own = looks.filter((other) => other.source === look.source);
  const named = own.find(namesOutcome);
  if (named === undefined || (lead !== null && named.at <= lead.newestAt)) return look;
  if (own.some((other) => other.level.phase !== "rest" && compareWithinSource(other, named) > 0)) return look;
  return { ...named, at: look.at };
}

export function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
