import { renameSync, statSync } from "node:fs";
import pino, { type Logger } from "pino";
import { redact } from "../core/redact/redact.ts";

export type Log = Logger;

const ROTATE_BYTES = 10 * 1024 * 1024;
const UNWRITTEN_BYTES = 1024 * 1024;

/** Lines of JSON in one file, private to the user; what looks like a secret never reaches it. */
export function openLog(path: string, level: string): Log {
  rotate(path);
  const destination = pino.destination({ dest: path, sync: true, mode: 0o600, maxLength: UNWRITTEN_BYTES });
  // a disk that takes no word is no reason to end: what it could not take is kept for a while, and written when there is room
  destination.on("error", () => undefined);
  const formatters = { log: (fields: Record<string, unknown>) => redact(fields) as Record<string, unknown> };
  return pino({ level, base: { pid: process.pid }, formatters }, destination);
}

function rotate(path: string): void {
  try {
    if (statSync(path).size > ROTATE_BYTES) renameSync(path, `${path}.1`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
