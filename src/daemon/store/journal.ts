/** Remembers how to undo what is done while it is open. */
export class Journal {
  private undo: (() => void)[] | null = null;

  get isOpen(): boolean {
    return this.undo !== null;
  }

  open(): void {
    this.undo = [];
  }

  record(undo: () => void): void {
    this.undo?.push(undo);
  }

  commit(): void {
    this.undo = null;
  }

  rollback(): void {
    const undo = this.undo ?? [];
    this.undo = null;
    for (const step of undo.reverse()) step();
  }
}

/** A map whose changes a journal can take back. The order of its entries means nothing. */
export class JournalledMap<V> {
  private readonly journal: Journal;
  private readonly entries = new Map<string, V>();

  constructor(journal: Journal) {
    this.journal = journal;
  }

  get(key: string): V | undefined {
    return this.entries.get(key);
  }

  has(key: string): boolean {
    return this.entries.has(key);
  }

  set(key: string, value: V): void {
    this.recordBefore(key);
    this.entries.set(key, value);
  }

  delete(key: string): void {
    this.recordBefore(key);
    this.entries.delete(key);
  }

  values(): V[] {
    return [...this.entries.values()];
  }

  keys(): string[] {
    return [...this.entries.keys()];
  }

  private recordBefore(key: string): void {
    const before = this.entries.get(key);
    this.journal.record(() => {
      if (before === undefined) this.entries.delete(key);
      else this.entries.set(key, before);
    });
  }
}
