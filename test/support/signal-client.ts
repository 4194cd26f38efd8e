import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { SessionSignal } from "../../src/core/protocol/lists/signals.ts";
import type { Sandbox } from "./sandbox.ts";

/** A client of `/v1/signals` that remembers the last id, as browsers do, and can disconnect and reconnect. */
export class SignalClient {
  readonly heard: SessionSignal[] = [];
  lastId: string | null = null;
  status: number | null = null;
  isOver = false;
  private readonly where: { socketPath: string } | { host: string; port: number };
  private readonly path: string;
  private readonly headers: Record<string, string>;
  private sent: ClientRequest | null = null;

  constructor(where: SignalClient["where"], words = "", headers: Record<string, string> = {}) {
    this.where = where;
    this.path = `/v1/signals${words}`;
    this.headers = headers;
  }

  /** Signal ids of one tmux session. */
  ids(session: string): string[] {
    return this.heard.filter((each) => each.session === session).map(({ signal }) => signal.signal_id);
  }

  /** Resolves when the daemon responds. */
  open(): Promise<void> {
    const headers = { ...this.headers, ...(this.lastId !== null && { "last-event-id": this.lastId }) };
    this.isOver = false;
    return new Promise((resolve, reject) => {
      const sent = request({ ...this.where, path: this.path, headers, agent: false }, (response) => {
        this.status = response.statusCode ?? 0;
        this.listen(sent, response);
        resolve();
      });
      this.sent = sent;
      sent.on("error", reject);
      sent.end();
    });
  }

  /** Disconnects; data in flight is lost. */
  cut(): void {
    this.sent?.destroy();
    this.sent = null;
  }

  private listen(sent: ClientRequest, response: IncomingMessage): void {
    let rest = "";
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      if (this.sent !== sent) return;
      const blocks = (rest + text).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) this.hear(block.split("\n"));
    });
    response.on("error", () => undefined);
    response.on("close", () => {
      if (this.sent === sent) this.isOver = true;
    });
  }

  private hear(lines: readonly string[]): void {
    const fieldOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    this.lastId = fieldOf("id") ?? this.lastId;
    if (fieldOf("event") === "session-signal") this.heard.push(SessionSignal.parse(JSON.parse(fieldOf("data") ?? "")));
  }
}

/** Follows the sandbox's daemon over its socket; disconnects when the test ends. */
export async function followSignals(box: Sandbox, words = ""): Promise<SignalClient> {
  const client = new SignalClient({ socketPath: join(box.home, "agtmuxd.sock") }, words);
  onTestFinished(() => client.cut());
  await client.open();
  return client;
}
