import type { Store } from "../store/store.ts";

const REMEMBERED = 1_000;

/** Where ids are kept over a restart. */
export interface StoredUnder {
  store: Pick<Store, "transact" | "remember" | "recallAll" | "forget">;
  prefix: string;
}

/** Which member has told of an id: of a snapshot, a question or a call. Old ids are forgotten. */
export class OwnersById {
  private readonly owners = new Map<string, string>();
  private readonly stored: StoredUnder | null;
  private count = 0;

  constructor(stored: StoredUnder | null = null) {
    this.stored = stored;
    if (stored === null) return;
    // the value begins with a number that grows
    const known = [...stored.store.recallAll(stored.prefix)].map(([key, text]) => ({
      id: key.slice(stored.prefix.length),
      n: Number.parseInt(text, 10),
      member: text.slice(text.indexOf(" ") + 1),
    }));
    for (const { id, n, member } of known.sort((a, b) => a.n - b.n)) {
      this.owners.set(id, member);
      this.count = n;
    }
  }

  note(id: unknown, member: string): void {
    if (typeof id !== "string") return;
    this.owners.delete(id);
    this.owners.set(id, member);
    const [oldest] = this.owners.keys();
    const gone = this.owners.size > REMEMBERED && oldest !== undefined ? oldest : null;
    if (gone !== null) this.owners.delete(gone);
    this.keep(id, member, gone);
  }

  of(id: unknown): string | undefined {
    return typeof id === "string" ? this.owners.get(id) : undefined;
  }

  private keep(id: string, member: string, gone: string | null): void {
    if (this.stored === null) return;
    const { store, prefix } = this.stored;
    this.count += 1;
    try {
      store.transact(() => {
        store.remember(`${prefix}${id}`, `${this.count} ${member}`);
        if (gone !== null) store.forget(`${prefix}${gone}`);
      });
    } catch {
      // it holds until a restart; the intake reports a failing store
    }
  }
}
