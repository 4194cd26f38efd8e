import { z } from "zod";
import { phaseOf, type State } from "../protocol/base/state.ts";
import { Millis } from "../protocol/base/time.ts";
import { Source } from "../protocol/events/event.ts";
import type { ToldBackground } from "../protocol/lists/doing.ts";

const Told = { source: Source, from: z.string(), at: Millis };

/** An agent's own commands in the background: the last number told, and the last word on whether any runs. */
export const Background = z.object({
  counted: z.object({ shells: z.number().int().nonnegative(), ...Told }).nullable(),
  seen: z.object({ some: z.boolean(), ...Told }).nullable(),
});
export type Background = z.infer<typeof Background>;

export const NO_BACKGROUND: Background = { counted: null, seen: null };

type Origin = Pick<NonNullable<Background["seen"]>, "source" | "from" | "at">;

/** Adds news, in any order: a number, 0 also from sources that only tell whether any runs, or null for "some". */
export function learnBackground(
  { counted, seen }: Background,
  shells: number | null | undefined,
  isLevel: boolean,
  origin: Origin,
): Background {
  if (shells === undefined) return { counted, seen };
  if (isLevel || shells === null) return { counted, seen: newest(seen, { some: shells !== 0, ...origin }) };
  return { counted: newest(counted, { shells, ...origin }), seen };
}

/** Only of an agent that rests: one that works may have ended them, or begun others. */
export function shownBackground({ counted, seen }: Background, state: State): ToldBackground | null {
  if (phaseOf(state) !== "rest") return null;
  const isSeenLater = seen !== null && seen.at >= (counted?.at ?? 0);
  if (isSeenLater && !seen.some) return null;
  if (counted !== null && counted.shells > 0) return counted;
  if (!isSeenLater) return null;
  const { some: _, ...origin } = seen;
  return { shells: null, ...origin };
}

function newest<Fact extends { at: number }>(known: Fact | null, told: Fact): Fact {
  return known !== null && known.at > told.at ? known : told;
}
