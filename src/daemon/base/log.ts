import { fstatSync, renameSync, statSync, writeSync } from "node:fs";
import pino, { type Logger } from "pino";
import { redact } from "../../core/redact/redact.ts";

export type Log = Logger;

const ROTATE_BYTES = 10 * 1024 * 1024;
const UNWRITTEN_BYTES = 1024 * 1024;

/** JSON lines in one file, private to the user, and plain lines in systemd's journal if standard error leads there; redacted. */
export function openLog(path: string, level: string, toJournal = false): Log {
  rotate(path);
  const destination = pino.destination({ dest: path, sync: true, mode: 0o600, maxLength: UNWRITTEN_BYTES });
  // a full disk must not end the daemon: pino keeps a limited backlog and writes it once there is room
  destination.on("error", () => undefined);
  const formatters = { log: (fields: Record<string, unknown>) => redact(fields) as Record<string, unknown> };
  const options = { level, base: { pid: process.pid }, formatters };
  if (!toJournal) return pino(options, destination);
  const journal = { write: (line: string) => void writeQuietly(journalLine(line)) };
  return pino(
    options,
    pino.multistream([
      { level: "trace", stream: destination },
      { level: "info", stream: journal },
    ]),
  );
}

/** Whether standard error is what systemd names in JOURNAL_STREAM: a child with another one inherits the variable too. */
export function isJournal(named: string | undefined, stderr = 2): boolean {
  if (!named) return false;
  try {
    const { dev, ino } = fstatSync(stderr);
    return named === `${dev}:${ino}`;
  } catch {
    return false;
  }
}

/** A line of the log as the journal takes it: its priority, the message, and the fields behind it. */
export function journalLine(line: string): string {
  const { level, msg, time, pid, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const priority = Number(level) >= 50 ? 3 : Number(level) >= 40 ? 4 : 6;
  return `<${priority}>${msg}${Object.keys(fields).length === 0 ? "" : ` ${JSON.stringify(fields)}`}\n`;
}

function writeQuietly(line: string): void {
  try {
    writeSync(2, line);
  } catch {
    // the log file has it
  }
}

function rotate(path: string): void {
  try {
    if (statSync(path).size > ROTATE_BYTES) renameSync(path, `${path}.1`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
