import type { BucketEntry, BucketListener, FleetLink } from "./fleet-link.ts";

/** For tests: buckets in memory, and connections to them that can be cut. */
export class TestServer {
  readonly puts: string[] = [];
  now = 0;
  /** How much each bucket has, of 1,000 bytes. */
  readonly bytes = new Map<string, number>();
  private revision = 0;
  private unstored: (Omit<BucketEntry, "revision"> & { bucket: string }) | null = null;
  private readonly buckets = new Map<string, Map<string, BucketEntry>>();
  private readonly listeners = new Map<string, Set<BucketListener>>();
  private readonly answers = new Map<string, Parameters<FleetLink["respond"]>[1]>();
  private readonly hearers = new Map<string, Parameters<FleetLink["listen"]>[1]>();
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
      maxBytes: 1_000_000,
      closed,
      openBucket: async (bucket) => void this.bucket(bucket),
      bytesOf: async (bucket) => ({ bytes: this.bytes.get(bucket) ?? 0, maxBytes: 1_000 }),
      put: async (bucket, key, text, upon) => {
        expectOpen();
        if (upon !== undefined && upon !== (this.bucket(bucket).get(key)?.revision ?? 0))
          throw new Error("wrong last sequence");
        this.puts.push(`${bucket} ${key}`);
        return this.set(bucket, key, text);
      },
      remove: async (bucket, key) => void this.set(bucket, key, null),
      purge: async (bucket, key) => void this.bucket(bucket).delete(key),
      read: async (bucket) => {
        expectOpen();
        const rows = new Map(this.bucket(bucket));
        if (this.unstored?.bucket === bucket)
          rows.set(this.unstored.key, { ...this.unstored, revision: this.revision + 1 });
        this.unstored = null;
        return [...rows.values()];
      },
      follow: async (bucket, listener) => {
        expectOpen();
        for (const entry of this.bucket(bucket).values()) listener.entry(entry);
        listener.ready();
        const live = { ...listener, entry: (entry: BucketEntry) => (isCut ? undefined : listener.entry(entry)) };
        const all = this.listeners.get(bucket) ?? new Set();
        this.listeners.set(bucket, all.add(live));
        return () => void all.delete(live);
      },
      request: async (subject, text) => {
        const answer = this.answers.get(subject.split(".").slice(0, 3).join("."));
        if (answer === undefined) throw new Error("no responders");
        return answer(text, subject, `agtmux.inbox.${subject.split(".").at(-1)}.1`);
      },
      respond: (subject, answer) => void this.answers.set(subject.replace(/\.>$/, ""), answer),
      publish: (subject, bytes) => {
        if (!isCut) this.deliver(subject, bytes, "");
      },
      listen: async (subject, hear) => {
        this.hearers.set(subject.replace(/>$/, ""), hear);
        return true;
      },
      mayPublish: async () => true,
      close: async () => cut(),
    };
  }

  /** As a stream does, if there is a reply. */
  deliver(subject: string, bytes: Uint8Array, reply: string): void {
    for (const [prefix, hear] of this.hearers) if (subject.startsWith(prefix)) hear(bytes, subject, reply);
  }

  /** The next one who reads this bucket is shown a row that is not stored, as by a server that was cut off. */
  showUnstored(bucket: string, key: string, text: string): void {
    this.unstored = { bucket, key, text, at: this.now };
  }

  /** Stores a row of which those who listen hear nothing: they are past its number. */
  storeUnheard(bucket: string, key: string, text: string): void {
    this.revision += 1;
    this.bucket(bucket).set(key, { key, text, revision: this.revision, at: this.now });
  }

  /** Ends all connections. */
  cut(): void {
    for (const cut of this.cuts) cut();
    this.cuts.clear();
  }

  texts(bucket: string): Map<string, string | null> {
    return new Map([...this.bucket(bucket)].map(([key, { text }]) => [key, text]));
  }

  private set(bucket: string, key: string, text: string | null): number {
    this.revision += 1;
    const entry = { key, text, revision: this.revision, at: this.now };
    this.bucket(bucket).set(key, entry);
    for (const listener of this.listeners.get(bucket) ?? []) listener.entry(entry);
    return this.revision;
  }

  private bucket(name: string): Map<string, BucketEntry> {
    const known = this.buckets.get(name) ?? new Map<string, BucketEntry>();
    this.buckets.set(name, known);
    return known;
  }
}
