import type { Schedule } from "./batch.ts";
import { daemonTime } from "./daemon-time.ts";
import type { BrowserEnv } from "./stream.ts";

/** A hidden page gets no animation frames, but its title must still be updated. */
const UNSEEN_FRAME_MS = 300;

/** The browser functions shared by all connections; each adds its own way to open a socket and to probe. */
export type Browser = Pick<BrowserEnv, "now" | "random" | "after"> & { nextFrame: Schedule; newId(): string };

export const browser: Browser = {
  now: daemonTime.now,
  random: () => Math.random(),
  // crypto.randomUUID exists only on https and localhost
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
