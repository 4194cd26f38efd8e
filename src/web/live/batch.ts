/** Runs `then` soon, once; returns a function that cancels it. */
export type Schedule = (then: () => void) => () => void;

export interface Batcher<T> {
  add(item: T): void;
  close(): void;
}

/** Batches items: at 50 changes a second the page still renders once per frame. */
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
