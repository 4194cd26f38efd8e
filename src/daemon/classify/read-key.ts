import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../core/protocol/fault.ts";

const MOST_BYTES = 4_096;

/** The key that `env:NAME` or `file:PATH` names; null where none is configured. A fault says where to look, never what was read. */
export function readKey(reference: string, environment: NodeJS.ProcessEnv): string | null {
  if (reference === "") return null;
  const key = reference.startsWith("env:")
    ? (environment[reference.slice("env:".length)] ?? "")
    : readPrivate(reference.slice("file:".length).replace(/^~(?=\/)/, homedir()));
  const clean = key.trim();
  if (clean === "") throw unusable(`${reference} is empty or not there: the daemon was started without it`);
  if (/[^\x21-\x7e]/.test(clean)) throw unusable(`${reference} holds no key: a key is one word of plain letters`);
  return clean;
}

function readPrivate(path: string): string {
  let file: number;
  try {
    file = openSync(join(path), "r");
  } catch (cause) {
    throw unusable(`${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`);
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw unusable(`${path} is no file`);
    const isOurs = process.getuid === undefined || stat.uid === process.getuid();
    if (!isOurs || (stat.mode & 0o077) !== 0) throw unusable(`${path} is open to others: run chmod 600 ${path}`);
    const bytes = Buffer.alloc(MOST_BYTES);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, MOST_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

function unusable(why: string): Fault {
  return new Fault("E_CLASSIFIER_CONFIG", `classifier_key: ${why}`);
}
