import { execFile } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readSync, unlinkSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { shellQuote } from "../../../core/provision/shell-words.ts";
import type { PipeEnd, PipeEndReason } from "../machine/pipe-end.ts";

const run = promisify(execFile);

/** A FIFO on this machine. */
export class FifoEnd implements PipeEnd {
  readonly path: string;
  readonly command: string;
  readonly passesAll = true;
  private readonly socket: Socket;
  /** Keeps the FIFO from ending before there is a writer. */
  private keeper: number | null;
  private isClosing = false;
  private ended = false;

  static async make(path: string): Promise<FifoEnd> {
    await run("mkfifo", ["-m", "600", path]);
    return new FifoEnd(path);
  }

  private constructor(path: string) {
    this.path = path;
    // writes only into a FIFO: a plain file of that name would take all output. The empty line tells us that it runs
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

  start(onBytes: (bytes: Uint8Array) => void, onEnd: (why: PipeEndReason) => void): void {
    this.socket.on("data", (bytes: Uint8Array) => {
      // the first byte is the writer's start line; from then on the FIFO ends with that writer
      const printed = this.keeper === null ? bytes : bytes.subarray(1);
      this.closeKeeper();
      if (printed.length > 0) onBytes(printed);
    });
    this.socket.on("close", () => {
      if (!this.isClosing) onEnd("closed");
    });
  }

  async drained(patienceMs: number): Promise<void> {
    if (this.ended) return;
    await Promise.race([once(this.socket, "close"), sleep(patienceMs, undefined, { ref: false })]);
    this.isClosing = true;
    this.closeKeeper();
    this.socket.destroy();
  }

  async close(): Promise<boolean> {
    const reader = openQuietly(this.path);
    this.isClosing = true;
    // before closing: a writer that opened the FIFO after that would wait for a reader for ever
    unlinkQuietly(this.path);
    this.closeKeeper();
    if (!this.socket.destroyed) {
      this.socket.destroy();
      await once(this.socket, "close");
    }
    return reader !== null && isWrittenTo(reader);
  }

  private closeKeeper(): void {
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

/** Reading a FIFO without a writer returns end of file at once; with a writer it returns EAGAIN or bytes. */
function isWrittenTo(reader: number): boolean {
  try {
    return readSync(reader, Buffer.alloc(1)) > 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EAGAIN";
  } finally {
    closeSync(reader);
  }
}

/** Deletes a FIFO that is no longer used. If that fails, as on a read-only disk, it does no harm. */
export function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // creating it again will report the error
  }
}
