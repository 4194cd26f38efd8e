import { join } from "node:path";
import headless from "@xterm/headless";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { type TerminalClientMessage, TerminalServerMessage } from "../../src/core/protocol/terminal/terminal.ts";
import { decodeServerFrame, encodePaste, encodeTyped } from "../../src/core/protocol/terminal/terminal-frames.ts";
import { forXterm } from "../../src/core/terminal/for-xterm.ts";
import { type Sandbox, until } from "./sandbox.ts";

// the addon mistakes a pooled Buffer for a whole one, and browsers have none, so turn pooling off during import
const { poolSize } = Buffer;
Buffer.poolSize = 0;
const { UnicodeGraphemesAddon } = await import("@xterm/addon-unicode-graphemes");
Buffer.poolSize = poolSize;

type Told<Type extends TerminalServerMessage["type"]> = Extract<TerminalServerMessage, { type: Type }>;
type Terminal = InstanceType<typeof headless.Terminal>;

export interface ViewerOptions {
  /** False: never acknowledges what it has drawn. */
  acks?: boolean;
  /** Draws at most this many bytes per second. */
  bytesPerSecond?: number;
  headers?: Record<string, string>;
  protocols?: string[];
}

/** A headless page terminal: the stream, drawn by xterm.js. */
export class TerminalViewer {
  readonly socket: WebSocket;
  readonly told: TerminalServerMessage[] = [];
  readonly terminal: Terminal;
  /** Output frames that did not start where the previous one ended, without a bootstrap in between. */
  gaps = 0;
  /** Frames that start or end inside a character. */
  torn = 0;
  /** Bytes of all frames. */
  received = 0;
  drawn = 0;
  private expected: number | null = null;
  private queue: Promise<void> = Promise.resolve();
  private readonly options: ViewerOptions;

  constructor(url: string, options: ViewerOptions = {}) {
    this.options = options;
    this.terminal = newTerminal(80, 24);
    this.socket = new WebSocket(url, options.protocols ?? [], { headers: options.headers ?? {} });
    this.socket.on("message", (data, isBinary) => (isBinary ? this.take(data as Buffer) : this.hear(data as Buffer)));
    this.socket.on("error", () => undefined);
  }

  all<Type extends TerminalServerMessage["type"]>(type: Type): Told<Type>[] {
    return this.told.filter((each): each is Told<Type> => each.type === type);
  }

  ask(asked: TerminalClientMessage): void {
    this.socket.send(JSON.stringify(asked));
  }

  type(bytes: Uint8Array | string): void {
    for (const frame of encodeTyped(Buffer.from(bytes as string))) this.socket.send(frame);
  }

  paste(text: string): void {
    for (const frame of encodePaste(Buffer.from(text))) this.socket.send(frame);
  }

  /** Resolves when everything received is drawn. */
  async settled(): Promise<void> {
    let before: Promise<void> | null = null;
    while (before !== this.queue) {
      before = this.queue;
      await before;
    }
  }

  rows(): string[] {
    const { active } = this.terminal.buffer;
    return Array.from(
      { length: this.terminal.rows },
      (_, y) => active.getLine(active.baseY + y)?.translateToString(true) ?? "",
    );
  }

  private hear(data: Buffer): void {
    const message = TerminalServerMessage.parse(JSON.parse(String(data)));
    this.told.push(message);
    if (message.type !== "bootstrap") return;
    this.expected = message.offset;
    this.queue = this.queue.then(() => this.terminal.resize(message.cols, message.rows));
  }

  private take(data: Buffer): void {
    const frame = decodeServerFrame(data);
    if (frame === null) throw new Error("no frame");
    const { kind, offset, bytes } = frame;
    if (offset !== this.expected) this.gaps += 1;
    if (kind === "output") this.expected = offset + bytes.length;
    if (!isWhole(bytes)) this.torn += 1;
    this.received += bytes.length;
    this.queue = this.queue.then(() => this.draw(bytes));
  }

  private async draw(bytes: Uint8Array): Promise<void> {
    const { acks = true, bytesPerSecond } = this.options;
    if (bytesPerSecond !== undefined)
      await new Promise((done) => setTimeout(done, (bytes.length / bytesPerSecond) * 1_000));
    await new Promise<void>((done) => this.terminal.write(forXterm(bytes), done));
    this.drawn += bytes.length;
    if (acks && this.socket.readyState === WebSocket.OPEN) this.ask({ type: "ack", bytes: this.drawn });
  }
}

export function newTerminal(cols: number, rows: number): Terminal {
  const terminal = new headless.Terminal({ cols, rows, allowProposedApi: true, scrollback: 5_000 });
  terminal.loadAddon(new UnicodeGraphemesAddon() as never);
  return terminal;
}

/** Connects a viewer over the sandbox's socket and waits for its bootstrap; disconnects when the test ends. */
export async function view(box: Sandbox, ref: string, options: ViewerOptions = {}): Promise<TerminalViewer> {
  const path = `/v1/terminal/${encodeURIComponent(ref)}`;
  const viewer = new TerminalViewer(`ws+unix://${join(box.home, "agtmuxd.sock")}:${path}`, options);
  onTestFinished(() => viewer.socket.terminate());
  await until(
    () => viewer.all("bootstrap").length > 0 && viewer.received > 0,
    () => JSON.stringify(viewer.told),
  );
  return viewer;
}

function isWhole(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
