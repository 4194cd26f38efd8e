import type { AttentionKind } from "../../src/core/protocol/events/attention.ts";
import type { Sighting } from "./sightings.ts";
import type { Situation } from "./situations.ts";

/** Calls of one part of a play that were not due, and due ones that never came. */
export interface Rings {
  situation: Situation;
  false: AttentionKind[];
  missed: AttentionKind[];
}

/** Each call has an id of its own and rings once; those of before are not counted again. */
export function falseAndMissed(
  { due, possible }: { due: readonly AttentionKind[]; possible: readonly AttentionKind[] },
  sightings: readonly Sighting[],
  since: number,
): Omit<Rings, "situation"> {
  const known = new Set(callsIn(sightings.filter(({ at }) => at <= since)).keys());
  const rung = [...callsIn(sightings.filter(({ at }) => at > since))].flatMap(([id, kind]) =>
    known.has(id) ? [] : [kind],
  );
  const missed = without(due, rung);
  return { false: without(without(rung, due), possible), missed };
}

/** The kinds that are left when each of the others has taken away one of its kind. */
function without(kinds: readonly AttentionKind[], others: readonly AttentionKind[]): AttentionKind[] {
  const left = [...others];
  return kinds.filter((kind) => {
    const at = left.indexOf(kind);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function callsIn(sightings: readonly Sighting[]): Map<string, AttentionKind> {
  return new Map(
    sightings.flatMap(({ item: { attention } }) =>
      attention === null ? [] : [[attention.attention_id, attention.kind] as const],
    ),
  );
}
