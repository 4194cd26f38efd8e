import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { homedir } from "node:os";

const MAX_BYTES = 65_536;

/** The value that `env:NAME` or `file:PATH` names. Errors say where to look, never what was read. */
export function readSecret(reference: string, environment: NodeJS.ProcessEnv): string {
  const [, way, name = ""] = /^(env|file):(.+)$/s.exec(reference) ?? [];
  if (way === undefined) throw new Error("a secret is named by env:NAME or file:PATH");
  const value = (way === "env" ? (environment[name] ?? "") : privateText(name.replace(/^~(?=\/)/, homedir()))).trim();
  if (value === "") throw new Error(missing(way, name));
  return value;
}

/** Text of a file that only its owner may read. */
function privateText(path: string): string {
  const file = open(path);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error(`${path} is no file`);
    if (stat.size > MAX_BYTES) throw new Error(`${path} is too long for a secret`);
    const isOurs = process.getuid === undefined || stat.uid === process.getuid();
    if (!isOurs || (stat.mode & 0o077) !== 0) throw new Error(`${path} is open to others: run chmod 600 ${path}`);
    const bytes = Buffer.alloc(MAX_BYTES);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, MAX_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/** Non-blocking: opening a FIFO would otherwise wait for a writer. */
function open(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    throw new Error(`${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
}

function missing(way: string, name: string): string {
  return way === "env"
    ? `the environment of the daemon has no ${name}: set it where the daemon is started`
    : `${name} is empty: a secret was expected in it`;
}
