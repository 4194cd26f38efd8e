import type { Source } from "../protocol/events/event.ts";
import { askState, shownAsk } from "./asks.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import { compareWithinSource, type EdgeMark, type LookMark, newest } from "./marks.ts";

/** Whether a reading says that something is open, but not what: an approval, or a menu that the person has opened. */
export function isOpening({ level }: Pick<LookMark, "level">): boolean {
  return level.phase === "ask" && level.state === undefined;
}

/**
 * An opening confirms an ask from an event. Without such an ask, it says nothing of its own: if it may be the person's own
 * menu, the source's reading before it stays valid unless an event came since, and otherwise that reading is over.
 */
export function readOpenings(
  looks: readonly LookMark[],
  { asks, edges }: { asks: readonly EdgeMark[]; edges: readonly EdgeMark[] },
  ledger: EvidenceLedger,
): LookMark[] {
  return looks.flatMap((look) => {
    const own = looks.filter((other) => other.source === look.source);
    const before = newest(
      own.filter((other) => !isOpening(other)),
      compareWithinSource,
    );
    const opening = own.find(isOpening);
    if (opening === undefined || (look.id !== opening.id && look.id !== before?.id)) return [look];
    const isCurrent = before === null || compareWithinSource(opening, before) > 0;
    const ask = isCurrent ? shownAsk(opening, asks, own) : null;
    if (look.id === opening.id) {
      if (ask !== null) return [{ ...opening, level: { ...opening.level, state: askState(ask) } }];
      ledger.rule(opening, "lost", "something is open, and it does not say what: what held before stands");
      return [];
    }
    if (!isCurrent || ask !== null) return [look];
    // the source no longer shows that
    if (!mayBeOwnMenu(look.source)) return [{ ...look, isOver: true }];
    const isNewest = edges.every((edge) => edge.at <= look.at);
    return [isNewest ? { ...look, at: opening.at } : look];
  });
}

/** A session file reports anything that is open; a title, control sequence or screen only what the agent asks. */
function mayBeOwnMenu(source: Source): boolean {
  return source === "session_file";
}
