/** Runs `then` soon, once; what is returned calls it off. */
export type Schedule = (then: () => void) => () => void;

export interface Gather<T> {
  add(item: T): void;
  close(): void;
}

/** Many items, one hand-over: at 50 changes a second the page draws once per frame. */
export function gather<T>(schedule: Schedule, handOver: (items: T[]) => void): Gather<T> {
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
