import type { UnitOfWork } from "./unit-of-work.ts";

/** A map whose changes are undone if their transaction fails. */
export class StagedMap<K, V> {
  private readonly unit: UnitOfWork;
  private readonly entries = new Map<K, V>();

  constructor(unit: UnitOfWork) {
    this.unit = unit;
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: K): V | undefined {
    return this.entries.get(key);
  }

  has(key: K): boolean {
    return this.entries.has(key);
  }

  values(): MapIterator<V> {
    return this.entries.values();
  }

  set(key: K, value: V): void {
    this.remember(key);
    this.entries.set(key, value);
  }

  delete(key: K): void {
    this.remember(key);
    this.entries.delete(key);
  }

  clear(): void {
    for (const key of [...this.entries.keys()]) this.delete(key);
  }

  private remember(key: K): void {
    if (!this.unit.isOpen) return;
    const had = this.entries.has(key);
    const before = this.entries.get(key);
    this.unit.onRollback(() => {
      if (had) this.entries.set(key, before as V);
      else this.entries.delete(key);
    });
  }
}
