import { z } from "zod";
import { SORTS } from "../../lists/sort.ts";
import { STATE_PRECEDENCE } from "../base/state-names.ts";

const several = (says: string) => z.array(z.string()).optional().describe(`${says}; may be repeated`);
const STATES = [...STATE_PRECEDENCE, "waiting"].join(", ");

export const isOn = (says: string) => z.enum(["true", "false"]).default("false").describe(says);

/** Query parameters that filter and sort a list; parsed by `parseQuery`. */
export const LIST_WORDS = {
  member: several("Only this member of the fleet; several with commas"),
  target: several("Only there; several with commas"),
  target_session: several("Only this session of this target: host/work"),
  session: several("Only sessions of this name, whatever the target"),
  state: several(`${STATES}; several with commas`),
  agent: several("Only these agents; several with commas"),
  needs_action: isOn("Only who needs a person"),
  agents_only: isOn("Without plain shells, in which nobody lives and nothing is asked"),
  sort: z
    .enum(SORTS)
    .default("need")
    .describe("need: who needs a person first, longest waiting first; age: longest in its state first"),
};

/** How many items a page holds: without a word about it, and at most. */
export interface PageSize {
  usual: number;
  most: number;
}

export const EVENT_PAGE: PageSize = { usual: 500, most: 10_000 };
export const TIMELINE_PAGE: PageSize = { usual: 100, most: 10_000 };

export function limit({ usual, most }: PageSize) {
  return z.coerce.number().int().min(1).max(most).default(usual);
}
