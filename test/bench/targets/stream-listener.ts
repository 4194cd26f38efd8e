import { WebSocket } from "ws";

const PATIENCE_MS = 20_000;

/** A WebSocket client that waits for messages. */
export class StreamListener {
  private readonly socket: WebSocket;
  private awaited: { word: string; resolve(at: number): void } | null = null;
  readonly open: Promise<void>;

  constructor(url: string) {
    this.socket = new WebSocket(url, { perMessageDeflate: false });
    this.socket.on("message", (data) => {
      if (this.awaited !== null && String(data).includes(this.awaited.word)) this.awaited.resolve(performance.now());
    });
    this.open = new Promise((resolve, reject) => {
      this.socket.once("open", resolve);
      this.socket.once("error", reject);
    });
  }

  /** The time at which a message with this word arrives. */
  arrival(word: string, patienceMs = PATIENCE_MS): Promise<number> {
    return new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error(`nobody has said ${word} within ${patienceMs} ms`)), patienceMs);
      const resolve = (at: number) => {
        clearTimeout(late);
        this.awaited = null;
        done(at);
      };
      this.awaited = { word, resolve };
    });
  }

  close(): void {
    this.socket.terminate();
  }
}
