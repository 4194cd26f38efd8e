import type { Source } from "../protocol/events/event.ts";
import type { EdgeMark, EndMark, LookMark, Mark, SaidMark, SeenMark, SnoozeMark } from "./marks.ts";

/**
 * A summary of a runtime's events, made of maxima, minima and unions only: any order, repetition or partition of the
 * same events gives the same fold. Counters and "last written" are not allowed here.
 */
export interface RuntimeFold {
  /** Earliest edge or declaration. */
  firstAt: number | null;
  /** Latest turn begin from a source without numbers; older marks are dropped. */
  cutAt: number | null;
  /** Newest turn begin per source. */
  begins: Record<string, EdgeMark>;
  /** When each turn began; the newest ones. */
  turns: TurnBegin[];
  /** Newest edge per source, run, turn and class (see edgeKey). */
  edges: Record<string, EdgeMark>;
  /** Tool calls that moved on; the newest ones. */
  touched: Mark[];
  /**
   * Newest level reading per source and phase, the newest that names an outcome, and when it last had nothing to show;
   * only the newest per source in `isSupplementary`.
   */
  looks: Record<string, LookMark>;
  /** Newest work per source that a level showed for longer than a moment. A mere moment of work since does not replace it. */
  worked: Record<string, LookMark>;
  /** Declarations of this turn; the newest ones, by time. */
  said: SaidMark[];
  /** Newest declaration per numbered source. */
  saidNumbered: Record<string, SaidMark>;
  provisional: EdgeMark | SaidMark | null;
  typed: Mark | null;
  /** The newest attention that was ever seen, whether or not that was taken back. */
  seenThrough: number;
  /** Which attention people have seen or taken back; the newest ones, by time. */
  sights: SeenMark[];
  snoozed: SnoozeMark | null;
  ended: EndMark | null;
  /** How the process ended, from the wrapper that waited for it. */
  exit: EndMark | null;
  /** The newest event that is not understood. */
  unsupported: Mark | null;
  /** Whether each source sent numbered events, and unnumbered ones. A source that sent both is void. */
  numbering: Record<string, { numbered: boolean; unnumbered: boolean }>;
  /** Per source, when it last raised attention: `sure` is a new call, `echo` may be a repetition. */
  raised: Record<string, { sure: number; echo: number }>;
  /** Ends that would raise attention, from any source; the newest ones, by time. */
  ends: EndTold[];
}

export interface EndTold {
  source: Source;
  at: number;
}

export interface TurnBegin {
  turn: string;
  at: number;
  session?: string;
}

/** Increased whenever the same events give another fold: stored folds of other versions are rebuilt from the log. */
export const FOLD_VERSION = 7;

export const EMPTY_FOLD: RuntimeFold = {
  firstAt: null,
  cutAt: null,
  begins: {},
  turns: [],
  edges: {},
  touched: [],
  looks: {},
  worked: {},
  said: [],
  saidNumbered: {},
  provisional: null,
  typed: null,
  seenThrough: 0,
  sights: [],
  snoozed: null,
  ended: null,
  exit: null,
  unsupported: null,
  numbering: {},
  raised: {},
  ends: [],
};
