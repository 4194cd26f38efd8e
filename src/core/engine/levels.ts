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
  const { looks } = admitted;
  const readings = readingsAgainst(admitted, lead, config, ledger.now);
  const { current, usable, isFresh, isSettled } = readings;
  const speaking = bestOf(usable.map((look) => withOutcome(look, looks, lead)));
  const found = {
    speaking: speaking && (namedBeside(speaking, usable, looks, ledger) ?? speaking),
    naming: bestOf(looks.filter((look) => namesOutcome(look) && isSettled(look))),
  };
  explain(admitted, lead, readings, config, ledger);
  if (lead === null) return { ...found, overruled: false, agreeing: null, anew: null };
  return {
    ...found,
    overruled: isOverruled(lead, admitted, readings),
    agreeing: current.find((look) => isFresh(look) && look.level.phase === lead.phase) ?? null,
    anew: bestOf(usable.filter(({ level, changedAt }) => level.fresh === true && changedAt > lead.newestAt)),
  };
}

interface Readings {
  /** Each source's newest. */
  current: LookMark[];
  /** Those that may contradict the lead, or decide without one. */
  usable: LookMark[];
  isFresh(look: LookMark): boolean;
  /** Whether it was seen late enough to contradict the lead. */
  isSettled(look: LookMark): boolean;
  /** Whether it sees the dialog that is open, if one is. */
  sees(look: LookMark): boolean;
}

function readingsAgainst(admitted: Admitted, lead: Lead | null, config: EngineConfig, now: number): Readings {
  const current = currentLooks(admitted.looks);
  const isFresh = (look: LookMark) => now - look.at < config.levelTtlMs;
  const isSettled = (look: LookMark) =>
    lead === null || (look.at > settlesAt(look, lead, admitted) && !missesCompacting(look, lead, now));
  const isUsable = (look: LookMark) => isFresh(look) && isSettled(look);
  const asks = current.filter((look) => look.level.phase === "ask" && !look.level.blind && isUsable(look));
  // a level that cannot see every dialog has missed one that another level saw appear since
  const sees = ({ level, changedAt }: LookMark) =>
    !(level.blind || level.misses_dialogs) || level.phase === "ask" || !asks.some((ask) => ask.changedAt > changedAt);
  return { current, usable: current.filter((look) => isUsable(look) && sees(look)), isFresh, isSettled, sees };
}

/** Whether a reading has contradicted the lead, unless a better level shows the same as the lead. */
function isOverruled(lead: Lead, admitted: Admitted, { current, isFresh, isSettled, sees }: Readings): boolean {
  const voucher = bestOf(current.filter((look) => isFresh(look) && sees(look) && look.level.phase === lead.phase));
  const vouchedRank = voucher === null ? Number.POSITIVE_INFINITY : levelRank(voucher.source);
  const end = lead.phase === "rest" ? turnEnd(admitted) : null;
  // a level that has merely stayed busy holds an end, but does not overrule it
  const holdsEnd = (look: LookMark) => end !== null && goesOn(look, end.at);
  const isBeforeAsk = (look: LookMark) => lead.phase === "ask" && hasNotTurned(look, lead.mark.at, admitted.looks);
  return admitted.looks.some(
    (look) =>
      look.level.phase !== lead.phase &&
      isSettled(look) &&
      levelRank(look.source) <= vouchedRank &&
      !holdsEnd(look) &&
      !isBeforeAsk(look),
  );
}

/** Writes down what became of each reading, and when that may change. What decides is written down later. */
function explain(
  admitted: Admitted,
  lead: Lead | null,
  { current, isFresh, isSettled }: Readings,
  config: EngineConfig,
  ledger: EvidenceLedger,
): void {
  for (const look of admitted.looks) {
    if (look.isOver) ledger.rule(look, "lost", `${look.source}, or a better level, shows that no more`);
    else if (!current.some((held) => held.id === look.id))
      ledger.rule(look, "lost", "the same source has seen something newer");
    else if (!isFresh(look)) ledger.rule(look, "lost", `last seen ${seconds(ledger.now - look.at)} ago: stale`);
    else if (lead !== null && look.level.phase === lead.phase)
      ledger.rule(look, "agrees", `sees the same phase: ${look.level.phase}`);
    else if (!isSettled(look)) {
      ledger.rule(look, "lost", "seen too soon after the newest edge to contradict it");
      if (lead !== null) ledger.revisit(settlesAt(look, lead, admitted) + 1);
    } else ledger.rule(look, "lost", "a better level was seen");
    ledger.revisit(look.at + config.levelTtlMs);
  }
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
