import { execFile } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readSync, unlinkSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { shellQuote } from "../../core/provision/shell-words.ts";
import type { PipeEnd } from "./pipe-end.ts";

const run = promisify(execFile);

/** A FIFO on this machine. */
export class FifoEnd implements PipeEnd {
  readonly path: string;
  readonly command: string;
  private readonly socket: Socket;
  /** Keeps the FIFO from ending before its writer has come. */
  private keeper: number | null;
  private isClosing = false;
  private ended = false;

  static async make(path: string): Promise<FifoEnd> {
    await run("mkfifo", ["-m", "600", path]);
    return new FifoEnd(path);
  }

  private constructor(path: string) {
    this.path = path;
    // only while it is a FIFO: else a plain file would take all that the pane prints; the empty line says that it is there
    this.command = `[ -p ${shellQuote(path)} ] && { echo; exec cat; } > ${shellQuote(path)}`;
    this.keeper = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    this.socket = new Socket({ fd, readable: true, writable: false });
    this.socket.on("error", () => this.socket.destroy());
    this.socket.on("close", () => {
      this.ended = true;
      unlinkQuietly(path);
    });
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  start(onBytes: (bytes: Uint8Array) => void, onEnd: () => void): void {
    this.socket.on("data", (bytes: Uint8Array) => {
      // the first byte is its writer's own; from then on the FIFO ends with that writer
      const printed = this.keeper === null ? bytes : bytes.subarray(1);
      this.letGo();
      if (printed.length > 0) onBytes(printed);
    });
    this.socket.on("close", () => {
      if (!this.isClosing) onEnd();
    });
  }

  async drained(patienceMs: number): Promise<void> {
    if (this.ended) return;
    await Promise.race([once(this.socket, "close"), sleep(patienceMs, undefined, { ref: false })]);
    this.isClosing = true;
    this.letGo();
    this.socket.destroy();
  }

  async close(): Promise<boolean> {
    const reader = openQuietly(this.path);
    this.isClosing = true;
    // first: a writer that comes late would wait for a reader for ever
    unlinkQuietly(this.path);
    this.letGo();
    if (!this.socket.destroyed) {
      this.socket.destroy();
      await once(this.socket, "close");
    }
    return reader !== null && isWrittenTo(reader);
  }

  private letGo(): void {
    if (this.keeper !== null) closeSync(this.keeper);
    this.keeper = null;
  }
}

export function hasWriter(path: string): boolean {
  const reader = openQuietly(path);
  return reader !== null && isWrittenTo(reader);
}

function openQuietly(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}

/** Reading a FIFO that nobody writes to ends at once; one that somebody holds open says "try again" or gives bytes. */
function isWrittenTo(reader: number): boolean {
  try {
    return readSync(reader, Buffer.alloc(1)) > 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EAGAIN";
  } finally {
    closeSync(reader);
  }
}

/** Where it cannot be removed, such as on a disk that has become read-only, it is let go of all the same. */
export function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // whoever makes it anew will be told
  }
}
