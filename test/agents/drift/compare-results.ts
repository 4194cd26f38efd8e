import type { Cell, Result } from "../results.ts";
import { SITUATIONS, type Situation } from "../situations.ts";

/** A situation that another version of an agent shows otherwise. */
export interface Change {
  situation: Situation;
  before: string;
  now: string;
  isWorse: boolean;
}

/** How a fresh result differs from the last one of the table, in the situations that both have; one that is new to the table counts if it is not right. */
export function compareResults(before: Result | null, now: Result, only: readonly Situation[]): Change[] {
  const isAsked = (situation: Situation) => only.length === 0 || only.includes(situation);
  return SITUATIONS.filter(isAsked).flatMap((situation) => {
    const [old, fresh] = [before?.cells[situation], now.cells[situation]];
    if (fresh === undefined) return [];
    const badness = [old, fresh].map((cell) => (cell === undefined ? 0 : badnessOf(cell)));
    const [was = 0, is = 0] = badness;
    if (was === is) return [];
    const words = old === undefined ? "not measured" : wordsFor(old);
    return [{ situation, before: words, now: wordsFor(fresh), isWorse: is > was }];
  });
}

const VERDICTS = ["right", "unknown", "wrong"] as const;

/** A wrong state is worse than an unknown one, and that worse than a wrong call. */
function badnessOf({ verdict, falseRings, missedRings }: Cell): number {
  return VERDICTS.indexOf(verdict) * 1_000 + falseRings + missedRings;
}

function wordsFor({ verdict, falseRings, missedRings }: Cell): string {
  const rings = [falseRings > 0 && `${falseRings} false rings`, missedRings > 0 && `${missedRings} missed`];
  return [verdict, ...rings.filter(Boolean)].join(", ");
}
