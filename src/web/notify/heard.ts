/** The part of Web Storage that is used. */
export type ListableStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The prefix that schmux's page uses too, so that both on one host do not ring twice. */
const PREFIX = "schmux:ack:";

export interface Heard {
  of(runtimeId: string): number;
  note(runtimeId: string, seq: number): void;
  /** Removes runtimes that are gone. */
  prune(living: ReadonlySet<string>): void;
}

/** The last handled call per runtime on this device; shared across reloads and tabs. */
export function handledCallsIn(storage: ListableStorage): Heard {
  const of = (runtimeId: string) => {
    const seq = Number(storage.getItem(PREFIX + runtimeId));
    return Number.isFinite(seq) ? seq : 0;
  };
  return {
    of,
    note(runtimeId, seq) {
      try {
        if (seq > of(runtimeId)) storage.setItem(PREFIX + runtimeId, String(seq));
      } catch {
        // a full storage only costs a second ring after a reload
      }
    },
    prune(living) {
      const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
      for (const name of names)
        if (name.startsWith(PREFIX) && !living.has(name.slice(PREFIX.length))) storage.removeItem(name);
    },
  };
}
