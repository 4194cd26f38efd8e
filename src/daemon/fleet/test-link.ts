import type { BucketEntry, BucketListener, FleetLink } from "./fleet-link.ts";

/** For tests: buckets in memory, and connections to them that can be cut. */
export class TestServer {
  readonly puts: string[] = [];
  now = 0;
  private readonly buckets = new Map<string, Map<string, BucketEntry>>();
  private readonly listeners = new Map<string, Set<BucketListener>>();
  private readonly cuts = new Set<() => void>();

  link(): FleetLink {
    let cut = () => {};
    const closed = new Promise<string>((resolve) => {
      cut = () => resolve("the connection was cut");
    });
    let isCut = false;
    this.cuts.add(() => {
      isCut = true;
      cut();
    });
    const expectOpen = () => {
      if (isCut) throw new Error("the connection was cut");
    };
    return {
      server: { name: "test", version: "2.9.10", address: "127.0.0.1:4222", is_encrypted: false },
      hasJetStream: true,
      closed,
      openBucket: async (bucket) => void this.bucket(bucket),
      put: async (bucket, key, text) => {
        expectOpen();
        this.puts.push(`${bucket} ${key}`);
        this.set(bucket, { key, text, at: this.now });
      },
      remove: async (bucket, key) => this.set(bucket, { key, text: null, at: this.now }),
      purge: async (bucket, key) => void this.bucket(bucket).delete(key),
      follow: async (bucket, listener) => {
        expectOpen();
        for (const entry of this.bucket(bucket).values()) listener.entry(entry);
        listener.ready();
        const live = { ...listener, entry: (entry: BucketEntry) => (isCut ? undefined : listener.entry(entry)) };
        const all = this.listeners.get(bucket) ?? new Set();
        this.listeners.set(bucket, all.add(live));
        return () => void all.delete(live);
      },
      mayPublish: async () => true,
      close: async () => cut(),
    };
  }

  /** Ends all connections. */
  cut(): void {
    for (const cut of this.cuts) cut();
    this.cuts.clear();
  }

  texts(bucket: string): Map<string, string | null> {
    return new Map([...this.bucket(bucket)].map(([key, { text }]) => [key, text]));
  }

  private set(bucket: string, entry: BucketEntry): void {
    this.bucket(bucket).set(entry.key, entry);
    for (const listener of this.listeners.get(bucket) ?? []) listener.entry(entry);
  }

  private bucket(name: string): Map<string, BucketEntry> {
    const known = this.buckets.get(name) ?? new Map<string, BucketEntry>();
    this.buckets.set(name, known);
    return known;
  }
}
