import { uptime } from "node:os";
import { z } from "zod";
import { type Clock, SLEW, systemClock, WOKEN_MS } from "../base/clock.ts";
import type { Store } from "../store/store.ts";
import { bootId } from "./processes/processes.ts";

const KEY = "clock";
/** Difference between two readings of the uptime that does not mean a clock was set. */
const SLACK_MS = 2_000;

const Noted = z.object({ at: z.number(), uptime: z.number(), boot: z.string() });

/** Called regularly, so that a daemon started after the system clock was set continues our time. */
export function noteClock(store: Store, clock: Clock): void {
  const noted: z.infer<typeof Noted> = { at: clock.now(), uptime: uptime() * 1_000, boot: bootId() };
  store.transact(() => store.remember(KEY, JSON.stringify(noted)));
}

export function resumedClock(store: Pick<Store, "recall" | "states">): Required<Clock> {
  const noted = Noted.safeParse(JSON.parse(store.recall(KEY) ?? "null")).data;
  if (noted === undefined) return systemClock();
  const here = { wall: Date.now(), uptime: uptime() * 1_000, boot: bootId() };
  const begin = beginAt(noted, here);
  const told = newestIn(store);
  return systemClock({}, told > (begin ?? here.wall) ? told : begin);
}

/** The clock may have leapt after it was noted last, and the daemon may have been killed: what is stored tells. */
function newestIn(store: Pick<Store, "states">): number {
  return store.states().reduce((most, { updated_at }) => Math.max(most, updated_at), 0);
}

/** Where our clock begins; null for the system's time. After a reboot the elapsed time is unknown: never go back. */
export function beginAt(
  noted: z.infer<typeof Noted>,
  here: { wall: number; uptime: number; boot: string },
): number | null {
  if (noted.boot !== here.boot || here.uptime < noted.uptime) return noted.at > here.wall ? noted.at : null;
  const passed = here.uptime - noted.uptime;
  const straight = noted.at + passed;
  if (Math.abs(straight - here.wall) <= SLACK_MS && here.wall >= noted.at) return null;
  // a virtual machine may have slept without noticing
  if (here.wall - straight > WOKEN_MS) return null;
  // the previous clock may have been slewing towards the system's time, faster than real time
  return here.wall > straight ? Math.min(here.wall, straight + SLEW * passed) : straight;
}
