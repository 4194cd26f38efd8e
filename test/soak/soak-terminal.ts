import { WebSocket } from "ws";
import { TerminalServerMessage } from "../../src/core/protocol/terminal/terminal.ts";
import { decodeServerFrame } from "../../src/core/protocol/terminal/terminal-frames.ts";

const RETRY_MS = 250;

/** A terminal viewer that receives every byte and draws none. */
export class SoakTerminal {
  private socket: WebSocket;
  received = 0;
  bootstraps = 0;
  /** Messages other than output, and how the connection ended. */
  readonly said: string[] = [];
  /** Output frames that did not start where the previous one ended. */
  gaps = 0;
  private expected: number | null = null;
  private retry: NodeJS.Timeout | undefined;

  constructor(url: string) {
    this.socket = this.connect(url);
  }

  private connect(url: string): WebSocket {
    const socket = new WebSocket(url);
    socket.on("message", (data, isBinary) => (isBinary ? this.take(data as Buffer) : this.handle(String(data))));
    socket.on("error", (error) => this.said.push(`${url}: ${error.message}`));
    socket.on("close", (code, reason) => {
      this.said.push(`closed ${code} ${reason}`);
      // refused while tmux is too busy to answer: the page comes again, too
      if (this.bootstraps === 0) this.retry = setTimeout(() => (this.socket = this.connect(url)), RETRY_MS);
    });
    return socket;
  }

  close(): void {
    clearTimeout(this.retry);
    this.socket.removeAllListeners("close");
    this.socket.terminate();
  }

  private handle(text: string): void {
    const told = TerminalServerMessage.parse(JSON.parse(text));
    if (told.type !== "bootstrap") {
      this.said.push(text);
      return;
    }
    this.bootstraps += 1;
    this.expected = told.offset;
  }

  private take(data: Buffer): void {
    const frame = decodeServerFrame(data);
    if (frame === null) return;
    if (frame.offset !== this.expected) this.gaps += 1;
    if (frame.kind === "output") this.expected = frame.offset + frame.bytes.length;
    this.received += frame.bytes.length;
    this.socket.send(JSON.stringify({ type: "ack", bytes: this.received }));
  }
}
