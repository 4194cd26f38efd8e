/** The part of the browser's storage that is used. */
export type NamedShelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The name that pages of schmux use: both on one host do not ring twice. */
const PREFIX = "schmux:ack:";

export interface Heard {
  of(runtimeId: string): number;
  note(runtimeId: string, seq: number): void;
  /** Forgets runtimes that are gone. */
  prune(living: ReadonlySet<string>): void;
}

/** Up to which call each runtime has been heard on this device: across reloads and tabs. */
export function heardOn(shelf: NamedShelf): Heard {
  const of = (runtimeId: string) => {
    const seq = Number(shelf.getItem(PREFIX + runtimeId));
    return Number.isFinite(seq) ? seq : 0;
  };
  return {
    of,
    note(runtimeId, seq) {
      try {
        if (seq > of(runtimeId)) shelf.setItem(PREFIX + runtimeId, String(seq));
      } catch {
        // a full storage costs a second ring after a reload, nothing else
      }
    },
    prune(living) {
      const names = Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? "");
      for (const name of names)
        if (name.startsWith(PREFIX) && !living.has(name.slice(PREFIX.length))) shelf.removeItem(name);
    },
  };
}
