import { WebSocket } from "ws";
import { TerminalServerMessage } from "../../src/core/protocol/terminal/terminal.ts";
import { decodeServerFrame } from "../../src/core/protocol/terminal/terminal-frames.ts";

const RETRY_MS = 250;
const MOST_REMEMBERED = 20;

/** A terminal viewer that receives every byte and draws none. It opens the terminal again when it ends, as the page does. */
export class SoakTerminal {
  private socket: WebSocket;
  /** Bytes of all frames. */
  received = 0;
  bootstraps = 0;
  /** Sessions that ended after their first screen. */
  ends = 0;
  /** The last messages other than output, and how connections ended. */
  readonly said: string[] = [];
  /** Output frames that did not start where the previous one ended. */
  gaps = 0;
  private readonly url: string;
  private expected: number | null = null;
  private retry: NodeJS.Timeout | undefined;

  constructor(url: string) {
    this.url = url;
    this.socket = this.connect();
  }

  private connect(): WebSocket {
    const socket = new WebSocket(this.url);
    /** Acknowledgements count from when the socket was opened. */
    const session = { received: 0, isShown: false };
    socket.on("message", (data, isBinary) => {
      if (!isBinary) this.handle(String(data), session);
      else if (this.take(data as Buffer, session))
        socket.send(JSON.stringify({ type: "ack", bytes: session.received }));
    });
    socket.on("error", (error) => this.note(error.message));
    socket.on("close", (code, reason) => {
      this.note(`closed ${code} ${reason}`);
      if (session.isShown) this.ends += 1;
      this.retry = setTimeout(() => (this.socket = this.connect()), RETRY_MS);
    });
    return socket;
  }

  close(): void {
    clearTimeout(this.retry);
    this.socket.removeAllListeners("close");
    this.socket.terminate();
  }

  private handle(text: string, session: { isShown: boolean }): void {
    const told = TerminalServerMessage.parse(JSON.parse(text));
    if (told.type !== "bootstrap") {
      this.note(text);
      return;
    }
    session.isShown = true;
    this.bootstraps += 1;
    this.expected = told.offset;
  }

  private take(data: Buffer, session: { received: number }): boolean {
    const frame = decodeServerFrame(data);
    if (frame === null) return false;
    if (frame.offset !== this.expected) this.gaps += 1;
    if (frame.kind === "output") this.expected = frame.offset + frame.bytes.length;
    this.received += frame.bytes.length;
    session.received += frame.bytes.length;
    return true;
  }

  private note(text: string): void {
    this.said.push(text);
    if (this.said.length > MOST_REMEMBERED) this.said.shift();
  }
}
