import { compareWithinSource, type Mark } from "./marks.ts";
import type { RuntimeFold } from "./runtime-fold.ts";

/** The smallest step that a time in milliseconds can represent. */
const TICK_MS = 0.001;

/**
 * The fold with times that follow the numbers of sequenced sources: a later event is never older than an earlier one,
 * whatever the source's clock says. So everything weighed by time is weighed by number first.
 */
export function inSequence(fold: RuntimeFold): RuntimeFold {
  const isSequenced = Object.values(fold.numbering).some(({ numbered, unnumbered }) => numbered && !unnumbered);
  if (!isSequenced) return fold;
  const times = timesOf(fold);
  if (times.size === 0) return fold;
  const dated = <M extends Mark>(mark: M): M => {
    const at = times.get(mark.id);
    return at === undefined ? mark : { ...mark, at };
  };
  const all = <M extends Mark>(marks: Record<string, M>): Record<string, M> =>
    Object.fromEntries(Object.entries(marks).map(([key, mark]) => [key, dated(mark)]));
  return {
    ...fold,
    begins: all(fold.begins),
    edges: all(fold.edges),
    saidNumbered: all(fold.saidNumbered),
    touched: fold.touched.map(dated),
  };
}

/** By event id, only for events whose own time is out of sequence. */
function timesOf({ begins, edges, saidNumbered, touched }: RuntimeFold): Map<string, number> {
  const bySource = new Map<string, Map<string, Mark>>();
  const kept = [begins, edges, saidNumbered].flatMap((marks): Mark[] => Object.values(marks));
  for (const mark of [...kept, ...touched]) {
    if (mark.number === undefined) continue;
    const ofSource = bySource.get(mark.source) ?? new Map<string, Mark>();
    bySource.set(mark.source, ofSource.set(mark.id, mark));
  }
  const times = new Map<string, number>();
  for (const marks of bySource.values()) {
    let last = Number.NEGATIVE_INFINITY;
    for (const { id, at } of [...marks.values()].sort(compareWithinSource)) {
      if (at <= last) times.set(id, last + TICK_MS);
      last = times.get(id) ?? at;
    }
  }
  return times;
}
