import { jetstream } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { connect, type NatsConnection } from "@nats-io/transport-node";

/** The floor: a value put over one connection and watched over another, with nothing of ours in between. */
export class BareBucket {
  private readonly connections: NatsConnection[];
  private readonly bucket: KV;
  private awaited: { word: string; resolve(at: number): void } | null = null;

  static async open(url: string): Promise<BareBucket> {
    const [writer, reader] = [await connect({ servers: [url] }), await connect({ servers: [url] })];
    const bucket = await new Kvm(jetstream(writer)).create("bare", { history: 1, max_bytes: 1024 * 1024 });
    const floor = new BareBucket([writer, reader], bucket);
    const watched = await (await new Kvm(jetstream(reader)).open("bare")).watch();
    void (async () => {
      for await (const entry of watched) floor.hear(entry.string());
    })();
    return floor;
  }

  private constructor(connections: NatsConnection[], bucket: KV) {
    this.connections = connections;
    this.bucket = bucket;
  }

  /** Milliseconds until the reader has it. */
  async lag(text: string, word: string): Promise<number> {
    const heard = new Promise<number>((resolve) => {
      this.awaited = { word, resolve };
    });
    const put = performance.now();
    await this.bucket.put("key", text);
    return (await heard) - put;
  }

  private hear(text: string): void {
    if (this.awaited !== null && text.includes(this.awaited.word)) this.awaited.resolve(performance.now());
  }

  async close(): Promise<void> {
    for (const connection of this.connections) await connection.close();
  }
}
