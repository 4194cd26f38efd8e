import type { StreamMessage } from "../../core/protocol/lists/stream.ts";
import { batch, spaced } from "./batch.ts";
import type { Browser } from "./browser.ts";
import { daemonTime } from "./daemon-time.ts";
import { applyMessages, type Fleet } from "./fleet.ts";
import { forgetFleet, keepFleet, recallFleet, type SnapshotStorage } from "./last-snapshot.ts";
import { applyPrinting, NOTHING_PRINTS, type Printing } from "./printing.ts";
import { createStore, type Store } from "./store.ts";
import { type BrowserEnv, type Link, openStream } from "./stream.ts";

const KEEP_EVERY_MS = 5_000;
/** Between two drawings of what changes: nobody reads faster, and with thousands of rows each takes time. */
const DRAWN_EVERY_MS = 50;

export interface FleetFeed {
  /** The fleet stored at the last visit, until the first message arrives. */
  fleet: Store<Fleet | null>;
  link: Store<Link>;
  printing: Store<Printing>;
  /** Counts the daemon's notices that the wording of questions changed. */
  asked: Store<number>;
  wake(): void;
  /** Stores the fleet for the next visit, now. */
  keep(): void;
  close(): void;
}

/** The daemon's stream as stores: the fleet, the link's state, printing panes and changed questions. */
export function openFleetFeed(surroundings: Browser & BrowserEnv, storage: SnapshotStorage): FleetFeed {
  const fleet = createStore(recallFleet(storage));
  const link = createStore<Link>({ phase: "connecting" });
  const printing = createStore(NOTHING_PRINTS);
  const asked = createStore(0);
  let heard = false;
  let cancelKeeping: (() => void) | null = null;
  const keep = () => {
    cancelKeeping?.();
    cancelKeeping = null;
    const known = fleet.get();
    if (heard && known !== null) keepFleet(storage, known);
  };
  const messages = batch<StreamMessage>(spaced(surroundings, DRAWN_EVERY_MS), (gathered) => {
    // the stored fleet may be from another log: apply deltas only after a snapshot
    fleet.set(applyMessages(heard ? fleet.get() : null, gathered) ?? fleet.get());
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
      // the daemon resends this after reconnecting
      if (next.phase !== "live") printing.set(NOTHING_PRINTS);
      // a browser without access must not find old data at the next visit
      if (next.phase === "signed-out") forgetFleet(storage);
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
