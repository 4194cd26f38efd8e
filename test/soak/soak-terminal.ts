import { WebSocket } from "ws";
import { TerminalTold } from "../../src/core/protocol/terminal.ts";
import { decodeTold } from "../../src/core/protocol/terminal-frames.ts";

/** A terminal's viewer that takes every byte and draws none. */
export class SoakTerminal {
  readonly socket: WebSocket;
  received = 0;
  bootstraps = 0;
  /** What it was told besides output, and how it ended. */
  readonly said: string[] = [];
  /** Output that did not begin where the output before it ended. */
  gaps = 0;
  private expected: number | null = null;

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.socket.on("message", (data, isBinary) => (isBinary ? this.take(data as Buffer) : this.heed(String(data))));
    this.socket.on("error", (error) => this.said.push(`${url}: ${error.message}`));
    this.socket.on("close", (code, reason) => this.said.push(`closed ${code} ${reason}`));
  }

  private heed(text: string): void {
    const told = TerminalTold.parse(JSON.parse(text));
    if (told.type !== "bootstrap") {
      this.said.push(text);
      return;
    }
    this.bootstraps += 1;
    this.expected = told.offset;
  }

  private take(data: Buffer): void {
    const frame = decodeTold(data);
    if (frame === null) return;
    if (frame.offset !== this.expected) this.gaps += 1;
    if (frame.kind === "output") this.expected = frame.offset + frame.bytes.length;
    this.received += frame.bytes.length;
    this.socket.send(JSON.stringify({ type: "ack", bytes: this.received }));
  }
}
