import type { Source } from "../protocol/events/event.ts";
import { openAsks } from "./asks.ts";
import { type EngineConfig, isClassifier, isSupplementary, levelRank, settleMs } from "./engine-config.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import { hasHeard, hasWorked, wasSeenAtWork } from "./fold-queries.ts";
import { newestOf } from "./lead.ts";
import { currentLooks } from "./looks.ts";
import {
  compareByTime,
  compareEdges,
  compareWithinSource,
  type EdgeMark,
  isChild,
  type LookMark,
  type Mark,
  newest,
  type SaidMark,
} from "./marks.ts";
import { readOpenings } from "./openings.ts";
import type { EndTold, RuntimeFold, TurnBegin } from "./runtime-fold.ts";

/** The evidence that counts for this turn. Evidence left out is ruled void, with the reason. */
export interface Admitted {
  begin: EdgeMark | null;
  /** Edges of the root run. */
  edges: EdgeMark[];
  /** Edges of sub-agents' runs. */
  childEdges: EdgeMark[];
  touched: Mark[];
  /** Unanswered asks, most urgent first; also those of sub-agents. */
  asks: EdgeMark[];
  /**
   * Newest level reading per source and phase, without classifiers. A reading that only says that something is open
   * counts as the ask that it confirms.
   */
  looks: LookMark[];
  classified: LookMark[];
  /** Newest work per source that a level showed for longer than a moment, also before a newer moment of work. */
  worked: LookMark[];
  /** Whether any level saw the agent work, also one whose reading is over by now. */
  wasSeenAtWork: boolean;
  /** The last reading of the process state. */
  process: LookMark | null;
  /** The last reading which says that nothing new was on the screen. */
  unchanged: LookMark | null;
  /** In time order; a repainted declaration counts once. */
  said: SaidMark[];
  provisional: EdgeMark | SaidMark | null;
  typedAt: number;
  /** Ends of turns that would raise attention, also of earlier turns; the newest ones. */
  ends: EndTold[];
  /** The process has ended, so no work is going on. */
  isOver: boolean;
  /** Whether a source counts at all. */
  isAdmitted: (source: Source) => boolean;
}

export function admit(fold: RuntimeFold, config: EngineConfig, ledger: EvidenceLedger): Admitted {
  const isAdmitted = (source: Source) => voidReason(fold, source) === null;
  const allowed = <M extends Mark>(marks: Iterable<M>, filter: (mark: M) => string | null): M[] => {
    const kept: M[] = [];
    for (const mark of marks) {
      const reason = voidReason(fold, mark.source) ?? filter(mark);
      if (reason === null) kept.push(mark);
      else ledger.rule(mark, "void", reason);
    }
    return kept;
  };

  const begin = newest(
    allowed(Object.values(fold.begins), () => null),
    compareEdges,
  );
  const cutAt = Math.max(fold.cutAt ?? Number.NEGATIVE_INFINITY, begin?.at ?? Number.NEGATIVE_INFINITY);
  const typedAt = fold.typed?.at ?? Number.NEGATIVE_INFINITY;
  const ofThisTurn = (mark: Mark) =>
    mark.at < cutAt
      ? "belongs to an earlier turn"
      : isSpent(fold, begin, mark)
        ? "names an earlier turn or conversation"
        : null;

  const edges = allowed(Object.values(fold.edges), ofThisTurn);
  const wasAtWork = hasWorked(fold);
  const seen = allowed(Object.values(fold.looks), (look) => lookFault(fold, look, typedAt));
  const looks = withoutWithdrawn(wasAtWork ? seen : seen.map(withoutOutcome));
  const said = [...fold.said, ...Object.values(fold.saidNumbered)].sort(compareByTime);
  const heard = {
    begin,
    edges: withoutEndsBeside(
      edges.filter((mark) => !isChild(mark)),
      ledger,
    ),
    childEdges: edges.filter(isChild),
    touched: fold.touched.filter((mark) => isAdmitted(mark.source) && ofThisTurn(mark) === null),
    said: mergeRepaints(allowed(said, ofThisTurn), typedAt, ledger),
    provisional: fold.provisional && isAdmitted(fold.provisional.source) ? fold.provisional : null,
    typedAt,
    ends: fold.ends.filter(({ source }) => isAdmitted(source) && (source !== "screen" || wasAtWork)),
    isOver: fold.ended !== null,
    isAdmitted,
  };
  for (const mark of [...heard.edges, ...heard.childEdges]) ledger.rule(mark, "lost", "something newer was heard");
  for (const mark of heard.said) ledger.rule(mark, "lost", "the agent has said something newer");
  const worked = Object.values(fold.worked).filter(({ source }) => isAdmitted(source));
  const asks = openAsks(heard, config.clockErrorMs, ledger);
  const shown = looks.filter(({ source }) => !isClassifier(source) && !isSupplementary(source));
  return {
    ...heard,
    asks,
    looks: readOpenings(
      withoutMenus(withoutTeammates(shown, heard.edges, ledger), heard.edges, ledger),
      { asks, edges: heard.edges },
      ledger,
    ),
    worked,
    wasSeenAtWork: wasSeenAtWork(seen, worked),
    classified: looks.filter((look) => isClassifier(look.source)),
    process: looks.find(({ source }) => source === "process") ?? null,
    unchanged: looks.find(({ source }) => source === "daemon") ?? null,
  };
}

/** While work goes on in the background, the agent's return to its prompt is no end. */
function withoutEndsBeside(edges: EdgeMark[], ledger: EvidenceLedger): EdgeMark[] {
  const work = newestOf(edges, "busy");
  if (work?.edge.background !== true) return edges;
  return edges.filter((mark) => {
    const isBeside = mark.edge.phase === "rest" && mark.edge.weak === true && compareEdges(mark, work) > 0;
    if (isBeside) ledger.rule(mark, "void", "work goes on in the background");
    return !isBeside;
  });
}

/** Why nothing from this source counts, or null. */
function voidReason(fold: RuntimeFold, source: Source): string | null {
  const numbering = fold.numbering[source];
  if (numbering?.numbered && numbering.unnumbered) return `${source} mixes numbered and unnumbered events: refused`;
  // notifications also come for threads that are not shown; hooks report the same and more
  if (source === "notify" && hasHeard(fold, "hook")) return "hooks of this agent are heard: notify is ignored";
  return null;
}

/** Whether the mark names a turn that began before the current one, or a conversation of which all turns did. */
function isSpent({ turns }: RuntimeFold, begin: EdgeMark | null, mark: Mark): boolean {
  if (begin === null) return false;
  const areBefore = (own: readonly TurnBegin[]) => own.length > 0 && own.every(({ at }) => at < begin.at);
  const { turn, session } = mark;
  const isOfEarlierTurn =
    turn !== undefined && begin.turn !== turn && areBefore(turns.filter((began) => began.turn === turn));
  const isOfEarlierSession =
    session !== undefined &&
    begin.session !== undefined &&
    begin.session !== session &&
    areBefore(turns.filter((began) => began.session === session));
  return isOfEarlierTurn || isOfEarlierSession;
}

/** Why this reading does not count, or null. */
function lookFault(fold: RuntimeFold, look: LookMark, typedAt: number): string | null {
  if (look.level.phase === "ask" && look.at <= typedAt) return "answered through agtmux since";
  if (!look.level.blind || look.level.phase === "busy") return null;
  const ownBusy = fold.looks[`${look.source}|busy`];
  const hasStarted =
    (fold.firstAt !== null && fold.firstAt <= look.at) || (ownBusy !== undefined && ownBusy.at <= look.at);
  return hasStarted ? null : "cannot see start-up dialogs, and nothing else has been heard yet";
}

/**
 * Drops the withdrawn readings, and marks as over what they end: older readings of the same source, and a lesser level's
 * readings of the same phase, because a lesser level lags and may have nothing to show either.
 */
function withoutWithdrawn(looks: readonly LookMark[]): LookMark[] {
  const ends = looks.filter(({ level }) => level.withdrawn);
  const isEndedBy = (look: LookMark, end: LookMark) => {
    if (end.source === look.source) return isNoLater(look, end);
    const isLesser = levelRank(look.source) > levelRank(end.source) && !isClassifier(look.source);
    return isLesser && look.level.phase === end.level.phase && look.at <= end.at + settleMs(look.source);
  };
  return looks
    .filter(({ level }) => !level.withdrawn)
    .map((look) => (ends.some((end) => isEndedBy(look, end)) ? { ...look, isOver: true } : look));
}

function isNoLater(look: LookMark, end: LookMark): boolean {
  return look.number && end.number ? compareWithinSource(look, end) <= 0 : look.at <= end.at;
}

/**
 * A program may show work in its title for a moment while it opens a menu; measured: up to half a second. On a busy machine
 * it took 1.5 s, but if we waited that long, we would show all work that only a title tells that much later.
 */
const TITLE_STANDS_MS = 500;

/**
 * A level that does not see dialogs may take a menu that the person opened for work. So if the agent has a level that sees
 * dialogs, a blind one that turned busy after the turn's end counts only when a seeing one shows that the agent moves too.
 * A title also counts once it has stayed busy for a while. After an event the turn's end is no longer the newest edge.
 */
function withoutMenus(looks: LookMark[], edges: readonly EdgeMark[], ledger: EvidenceLedger): LookMark[] {
  const end = strongEnd(edges);
  const seeing = looks.filter(({ level }) => !level.blind && !level.misses_dialogs);
  if (end === null || seeing.length === 0) return looks;
  const current = currentLooks(looks);
  return looks.filter((look) => {
    const isNew = look.level.blind && look.level.phase === "busy" && look.changedAt > end.at + settleMs(look.source);
    if (!isNew || seeing.some(({ level, at }) => level.phase !== "rest" && at >= look.changedAt)) return true;
    if (look.source === "title" && current.includes(look)) {
      if (ledger.now >= look.changedAt + TITLE_STANDS_MS) return true;
      ledger.revisit(look.changedAt + TITLE_STANDS_MS);
    }
    ledger.rule(look, "void", "the turn has ended, and nothing that sees menus shows work");
    return false;
  });
}

/** The newest strong end, if nothing but weak ends followed it. */
function strongEnd(edges: readonly EdgeMark[]): EdgeMark | null {
  const last = newest(
    edges.filter(({ edge }) => !(edge.phase === "rest" && edge.weak)),
    compareEdges,
  );
  return last?.edge.phase === "rest" ? last : null;
}

/** A blind level that has stayed busy over the end of a turn shows the teammates, if the agent has some. */
function withoutTeammates(looks: LookMark[], edges: readonly EdgeMark[], ledger: EvidenceLedger): LookMark[] {
  const last = newest(edges, compareEdges);
  if (last === null || last.edge.phase !== "rest" || last.edge.has_teammates !== true) return looks;
  return looks.filter((look) => {
    const isOfBefore = look.changedAt <= last.at + settleMs(look.source);
    if (!look.level.blind || look.level.phase !== "busy" || !isOfBefore) return true;
    ledger.rule(look, "void", "its turn has ended; its teammates count as its work there");
    return false;
  });
}

/** An agent that never worked has ended nothing: its screen shows the end of a conversation that it has resumed. */
function withoutOutcome(look: LookMark): LookMark {
  const { state, ...level } = look.level;
  return look.source === "screen" && level.phase === "rest" && state !== undefined ? { ...look, level } : look;
}

/** A screen or file that is read again repeats its content: one declaration, with the time of the first. */
function mergeRepaints(said: SaidMark[], typedAt: number, ledger: EvidenceLedger): SaidMark[] {
  const merged: SaidMark[] = [];
  for (const mark of said) {
    const last = merged.at(-1);
    const isRepaint = last !== undefined && mark.said.medium === "repainted" && isSameWord(last, mark);
    // a status file was written on purpose, so after an answer it asks anew; a screen may be repainted at any time
    const isAnew = last !== undefined && mark.source === "status_file" && last.at <= typedAt && typedAt < mark.at;
    if (isRepaint && !isAnew) ledger.rule(mark, "void", "the same said again by a repaint");
    else merged.push(mark);
  }
  return merged;
}

function isSameWord(one: SaidMark, other: SaidMark): boolean {
  return (
    one.said.state === other.said.state && one.said.attention === other.said.attention && one.message === other.message
  );
}
