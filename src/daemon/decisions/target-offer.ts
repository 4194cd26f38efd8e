import type { Machine } from "../targets/machine/machine.ts";
import type { Offer, Offers } from "./offers.ts";

/** A request that waits for an answer, and where it came from. */
export interface TargetOffer {
  target: string;
  machine: Pick<Machine, "runScript">;
  offer: Offer & { pane: string | null };
  offers: Pick<Offers, "asks" | "isWaiting" | "lineFor" | "outcome">;
}
