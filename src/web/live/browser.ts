import { daemonTime } from "./daemon-time.ts";
import type { Schedule } from "./gather.ts";
import type { Surroundings } from "./stream.ts";

/** A page that nobody sees draws no frames, and its title still counts. */
const UNSEEN_FRAME_MS = 300;

/** What of the browser is the same for everybody; which socket is opened, and how it is asked for, each one says. */
export type Browser = Pick<Surroundings, "now" | "random" | "after"> & { nextFrame: Schedule; newId(): string };

export const browser: Browser = {
  now: daemonTime.now,
  random: () => Math.random(),
  // crypto.randomUUID is only there over https and on localhost
  newId: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, "0")).join(""),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  nextFrame(then) {
    const cancel = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
    const once = () => {
      cancel();
      then();
    };
    const frame = requestAnimationFrame(once);
    const timer = setTimeout(once, UNSEEN_FRAME_MS);
    return cancel;
  },
};
