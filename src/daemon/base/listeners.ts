/** Event listeners. A throwing listener does not stop the others. */
export class Listeners<T> {
  private readonly listeners = new Set<(news: T) => void>();
  private readonly onFault: (error: unknown) => void;

  constructor(onFault: (error: unknown) => void) {
    this.onFault = onFault;
  }

  /** Returns how to unsubscribe. */
  add(listener: (news: T) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  publish(news: T): void {
    for (const listener of [...this.listeners]) {
      try {
        listener(news);
      } catch (error) {
        this.onFault(error);
      }
    }
  }

  clear(): void {
    this.listeners.clear();
  }
}
