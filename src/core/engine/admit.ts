import type { Source } from "../protocol/event.ts";
import type { Court } from "./court.ts";
import { isClassifier } from "./engine-config.ts";
import type { RuntimeFold } from "./fold.ts";
import {
  compareByTime,
  compareEdges,
  type EdgeMark,
  isChild,
  type LookMark,
  type Mark,
  newest,
  type SaidMark,
} from "./marks.ts";

/** The evidence that may speak about this turn. What is left out is ruled void, with the reason. */
export interface Admitted {
  begin: EdgeMark | null;
  /** Edges of the root run. */
  edges: EdgeMark[];
  /** Edges of sub-agents' runs. */
  childEdges: EdgeMark[];
  touched: Mark[];
  /** Newest look per source and phase, classifiers apart. */
  looks: LookMark[];
  classified: LookMark[];
  /** In time order, a declaration repainted over itself counted once. */
  said: SaidMark[];
  provisional: EdgeMark | SaidMark | null;
  typedAt: number;
  /** Sources whose word counts at all. */
  heeds: (source: Source) => boolean;
}

export function admit(fold: RuntimeFold, court: Court): Admitted {
  const heeds = (source: Source) => voidReason(fold, source) === null;
  const allowed = <M extends Mark>(marks: Iterable<M>, filter: (mark: M) => string | null): M[] => {
    const kept: M[] = [];
    for (const mark of marks) {
      const reason = voidReason(fold, mark.source) ?? filter(mark);
      if (reason === null) kept.push(mark);
      else court.rule(mark, "void", reason);
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
    mark.at < cutAt ? "belongs to an earlier turn" : isSpent(fold, begin, mark) ? "names an earlier turn" : null;

  const edges = allowed(Object.values(fold.edges), ofThisTurn);
  const looks = allowed(Object.values(fold.looks), (look) => lookFault(fold, look, typedAt));
  const said = [...fold.said, ...Object.values(fold.saidNumbered)].sort(compareByTime);
  return {
    begin,
    edges: edges.filter((mark) => !isChild(mark)),
    childEdges: edges.filter(isChild),
    touched: fold.touched.filter((mark) => heeds(mark.source) && ofThisTurn(mark) === null),
    looks: looks.filter((look) => !isClassifier(look.source)),
    classified: looks.filter((look) => isClassifier(look.source)),
    said: mergeRepaints(allowed(said, ofThisTurn), court),
    provisional: fold.provisional && heeds(fold.provisional.source) ? fold.provisional : null,
    typedAt,
    heeds,
  };
}

/** Why nothing this source says counts, or null. */
function voidReason(fold: RuntimeFold, source: Source): string | null {
  const numbering = fold.numbering[source];
  if (numbering?.numbered && numbering.unnumbered) return `${source} mixes numbered and unnumbered events: refused`;
  // notifications also come for threads nobody sees; hooks tell the same and more
  if (source === "notify" && fold.numbering.hook !== undefined)
    return "hooks of this agent are heard: notify is ignored";
  return null;
}

/** It carries the id of a turn that began before the current one. */
function isSpent(fold: RuntimeFold, begin: EdgeMark | null, mark: Mark): boolean {
  if (mark.turn === undefined || begin === null || begin.turn === mark.turn) return false;
  const began = fold.turns.find((turn) => turn.turn === mark.turn);
  return began !== undefined && began.at < begin.at;
}

function lookFault(fold: RuntimeFold, look: LookMark, typedAt: number): string | null {
  if (look.level.phase === "ask" && look.at <= typedAt) return "answered by a key since";
  if (!look.level.blind || look.level.phase === "busy") return null;
  const ownBusy = fold.looks[`${look.source}|busy`];
  const seeing = (fold.firstAt !== null && fold.firstAt <= look.at) || (ownBusy !== undefined && ownBusy.at <= look.at);
  return seeing ? null : "cannot see start-up dialogs, and nothing else has been heard yet";
}

/** A screen or a file read again says the same again: one declaration, dated by its first telling. */
function mergeRepaints(said: SaidMark[], court: Court): SaidMark[] {
  const merged: SaidMark[] = [];
  for (const mark of said) {
    const last = merged.at(-1);
    const repaint =
      last !== undefined &&
      mark.said.medium === "repainted" &&
      last.said.state === mark.said.state &&
      last.message === mark.message;
    if (repaint) court.rule(mark, "void", "the same said again by a repaint");
    else merged.push(mark);
  }
  return merged;
}
