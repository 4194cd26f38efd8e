import { useSyncExternalStore } from "react";
import { daemonTime } from "./daemon-time.ts";

const TICK_MS = 1_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = daemonTime.now();

/** The current time, once a second. One timer serves the whole page, so that all ages change together. */
export const nowStore = {
  get: () => now,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    timer ??= setInterval(tick, TICK_MS);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  },
};

export function useNow(): number {
  return useSyncExternalStore(nowStore.subscribe, nowStore.get);
}

function tick() {
  now = daemonTime.now();
  for (const listener of listeners) listener();
}
