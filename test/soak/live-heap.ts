import { WebSocket } from "ws";
import { until } from "../support/sandbox.ts";

/** Where Node's inspector listens, unless told otherwise. */
const INSPECTOR = "http://127.0.0.1:9229/json/list";
const ANSWER_MS = 30_000;

/**
 * Reads the live part of a daemon's JavaScript heap, after a garbage collection: unlike memory, it does not go up and
 * down, so that a few minutes show a leak. Node's inspector tells it, on a port that all processes of a network have in
 * common.
 */
export class LiveHeap {
  private readonly socket: WebSocket;
  private readonly waiting = new Map<number, (result: Record<string, unknown>) => void>();
  private asked = 0;

  static async open(pid: number): Promise<LiveHeap> {
    // Node opens its inspector then
    process.kill(pid, "SIGUSR1");
    let url = "";
    await until(async () => {
      const answer = await fetch(INSPECTOR).catch(() => null);
      const [found] = ((await answer?.json()) ?? []) as { webSocketDebuggerUrl: string }[];
      url = found?.webSocketDebuggerUrl ?? "";
      return url !== "";
    });
    const heap = new LiveHeap(new WebSocket(url, { perMessageDeflate: false }));
    await until(() => heap.socket.readyState === WebSocket.OPEN);
    const { result } = await heap.ask("Runtime.evaluate", { expression: "process.pid" });
    const { value } = result as { value: number };
    if (value !== pid) throw new Error(`another process, ${value}, has the port of the inspector`);
    return heap;
  }

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("error", () => undefined);
    socket.on("message", (data) => {
      const { id, result = {} } = JSON.parse(String(data)) as { id: number; result?: Record<string, unknown> };
      this.waiting.get(id)?.(result);
      this.waiting.delete(id);
    });
  }

  /** Collects garbage, and counts the rest; bytes of buffers included. */
  async megabytes(): Promise<number> {
    await this.ask("HeapProfiler.collectGarbage");
    const { usedSize = 0, backingStorageSize = 0 } = await this.ask("Runtime.getHeapUsage");
    return (Number(usedSize) + Number(backingStorageSize)) / 1024 ** 2;
  }

  close(): void {
    this.socket.terminate();
  }

  private ask(method: string, params: object = {}): Promise<Record<string, unknown>> {
    this.asked += 1;
    const id = this.asked;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`the inspector does not answer ${method}`)), ANSWER_MS);
      this.waiting.set(id, (result) => {
        clearTimeout(late);
        resolve(result);
      });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
