/** Runs `then` soon, once; returns a function that cancels it. */
export type Schedule = (then: () => void) => () => void;

export interface Batcher<T> {
  add(item: T): void;
  close(): void;
}

/** Runs at the next frame, and no sooner than this long after the last time. */
export function spaced({ now, after, nextFrame }: Timing, gapMs: number): Schedule {
  let last = Number.NEGATIVE_INFINITY;
  return (then) => {
    const atFrame = () =>
      nextFrame(() => {
        last = now();
        then();
      });
    // a clock that was set back must not hold it up
    const waits = Math.min(last + gapMs - now(), gapMs);
    let cancel =
      waits <= 0
        ? atFrame()
        : after(waits, () => {
            cancel = atFrame();
          });
    return () => cancel();
  };
}

interface Timing {
  now(): number;
  after(ms: number, then: () => void): () => void;
  nextFrame: Schedule;
}

/** Batches items, so that the page renders once for all that come until the schedule runs. */
export function batch<T>(schedule: Schedule, handOver: (items: T[]) => void): Batcher<T> {
  let items: T[] = [];
  let cancel: (() => void) | null = null;
  return {
    add(item) {
      items.push(item);
      cancel ??= schedule(() => {
        const gathered = items;
        items = [];
        cancel = null;
        handOver(gathered);
      });
    },
    close() {
      cancel?.();
      cancel = null;
    },
  };
}
