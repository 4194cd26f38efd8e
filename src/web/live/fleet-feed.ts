import type { StreamMessage } from "../../core/protocol/stream.ts";
import type { Browser } from "./browser.ts";
import { daemonTime } from "./daemon-time.ts";
import { applyMessage, type Fleet } from "./fleet.ts";
import { gather } from "./gather.ts";
import { forgetFleet, keepFleet, recallFleet, type Shelf } from "./last-snapshot.ts";
import { applyPrinting, NOTHING_PRINTS, type Printing } from "./printing.ts";
import { createStore, type Store } from "./store.ts";
import { type Link, openStream, type Surroundings } from "./stream.ts";

const KEEP_EVERY_MS = 5_000;

export interface FleetFeed {
  /** What was kept from the last visit, until the daemon has spoken. */
  fleet: Store<Fleet | null>;
  link: Store<Link>;
  printing: Store<Printing>;
  /** How often the daemon has said that questions are worded anew. */
  asked: Store<number>;
  wake(): void;
  /** Keeps what is known for the next visit, now. */
  keep(): void;
  close(): void;
}

/** The daemon's stream as two values: the fleet as last heard of, and how alive the link is. */
export function openFleetFeed(surroundings: Browser & Surroundings, shelf: Shelf): FleetFeed {
  const fleet = createStore(recallFleet(shelf));
  const link = createStore<Link>({ phase: "connecting" });
  const printing = createStore(NOTHING_PRINTS);
  const asked = createStore(0);
  let heard = false;
  let cancelKeeping: (() => void) | null = null;
  const keep = () => {
    cancelKeeping?.();
    cancelKeeping = null;
    const known = fleet.get();
    if (heard && known !== null) keepFleet(shelf, known);
  };
  const messages = gather<StreamMessage>(surroundings.nextFrame, (gathered) => {
    // what was kept may be of another log: only a snapshot goes before a delta
    fleet.set(gathered.reduce(applyMessage, heard ? fleet.get() : null) ?? fleet.get());
    heard = true;
    cancelKeeping ??= surroundings.after(KEEP_EVERY_MS, keep);
  });
  const stream = openStream(surroundings, {
    onMessage(message) {
      if (message.type === "printing") printing.set(applyPrinting(printing.get(), message));
      else if (message.type === "asked") asked.set(asked.get() + 1);
      else {
        daemonTime.heard(message.at);
        messages.add(message);
      }
    },
    onLink: (next) => {
      link.set(next);
      // of what comes next the daemon tells all anew
      if (next.phase !== "live") printing.set(NOTHING_PRINTS);
      // who may not look any more finds nothing here the next time
      if (next.phase === "signed-out") forgetFleet(shelf);
      if (next.phase === "signed-out" && !heard) fleet.set(null);
    },
  });
  return {
    fleet,
    link,
    printing,
    asked,
    wake: stream.wake,
    keep,
    close() {
      keep();
      messages.close();
      stream.close();
    },
  };
}
