import { useSyncExternalStore } from "react";

const TICK_MS = 1_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** The time, once a second. One timer serves the whole page, so all ages turn together. */
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
  now = Date.now();
  for (const listener of listeners) listener();
}
