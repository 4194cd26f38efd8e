import { SHELVES, type Shelf } from "../../core/protocol/events/shelves.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** The shelves, and below them the agents that do not need a person. */
export const GROUPS = [...SHELVES, "running", "others"] as const;
export type Group = Shelf | "running" | "others";

export function groupOf({ shelf, state }: PaneItem): Group {
  return shelf ?? (state === "running" ? "running" : "others");
}
