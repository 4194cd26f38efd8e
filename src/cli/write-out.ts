import { writeSync } from "node:fs";

/** Writes at once, without the stream that process.stdout would set up first: a command prints once and ends. */
export function writeOut(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(descriptor, bytes, from);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // whoever reads us has seen enough
      if (code === "EPIPE") process.exit(0);
      if (code !== "EAGAIN") throw error;
      // a pipe that is full, and that somebody has made non-blocking
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}
