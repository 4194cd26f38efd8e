import { createStore, type Store } from "../live/store.ts";

/** A text that outlives the page, for this tab only: another tab may look for something else. */
export function keptStore(name: string, initial: string): Store<string> {
  const store = createStore(read(name) ?? initial);
  return {
    ...store,
    set(next) {
      store.set(next);
      try {
        sessionStorage.setItem(name, next);
      } catch {
        // a forbidden storage only costs the memory
      }
    },
  };
}

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}
