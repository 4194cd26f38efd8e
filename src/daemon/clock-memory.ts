import { uptime } from "node:os";
import { z } from "zod";
import { type Clock, SLEW, systemClock, WOKEN_MS } from "./clock.ts";
import type { Store } from "./store/store.ts";
import { bootId } from "./targets/processes.ts";

const KEY = "clock";
/** What two readings of the time since boot may differ by without anybody having set a clock. */
const SLACK_MS = 2_000;

const Noted = z.object({ at: z.number(), uptime: z.number(), boot: z.string() });

/** Kept now and then, so that a daemon that starts after the system's clock was set goes on with our time. */
export function noteClock(store: Store, clock: Clock): void {
  const noted: z.infer<typeof Noted> = { at: clock.now(), uptime: uptime() * 1_000, boot: bootId() };
  store.transact(() => store.remember(KEY, JSON.stringify(noted)));
}

export function resumedClock(store: Pick<Store, "recall">): Required<Clock> {
  const noted = Noted.safeParse(JSON.parse(store.recall(KEY) ?? "null")).data;
  if (noted === undefined) return systemClock();
  const here = { wall: Date.now(), uptime: uptime() * 1_000, boot: bootId() };
  return systemClock({}, beginAt(noted, here));
}

/** Null where the system's time will do. After another boot nobody knows how long it was: only back it must not go. */
export function beginAt(
  noted: z.infer<typeof Noted>,
  here: { wall: number; uptime: number; boot: string },
): number | null {
  if (noted.boot !== here.boot || here.uptime < noted.uptime) return noted.at > here.wall ? noted.at : null;
  const passed = here.uptime - noted.uptime;
  const straight = noted.at + passed;
  if (Math.abs(straight - here.wall) <= SLACK_MS && here.wall >= noted.at) return null;
  // a machine that runs on another may have slept without knowing
  if (here.wall - straight > WOKEN_MS) return null;
  // it may have been on its way to the system's time, and faster than it
  return here.wall > straight ? Math.min(here.wall, straight + SLEW * passed) : straight;
}
