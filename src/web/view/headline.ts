import { noShelves, type Shelf, shelfWords } from "../../core/protocol/events/shelves.ts";
import type { Fleet } from "../live/fleet.ts";

/** A list that this browser kept from an older agtmux has no shelves. */
export function shelvesOf(fleet: Pick<Fleet, "summary"> | null): Record<Shelf, number> {
  return fleet?.summary.shelves ?? noShelves();
}

export function headline(shelves: Readonly<Record<Shelf, number>>): string {
  const words = shelfWords(shelves);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
