const MOST = 500;

/** The last value of each runtime; evicts the least recently set. */
export class LastOf<T> {
  private readonly values = new Map<string, T>();

  get(runtimeId: string): T | null {
    return this.values.get(runtimeId) ?? null;
  }

  set(runtimeId: string, value: T): void {
    this.values.delete(runtimeId);
    this.values.set(runtimeId, value);
    const [oldest] = this.values.keys();
    if (this.values.size > MOST && oldest !== undefined) this.values.delete(oldest);
  }
}
