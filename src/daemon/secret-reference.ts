import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { homedir } from "node:os";

const MOST_BYTES = 65_536;

/** What `env:NAME` or `file:PATH` names. An error says where to look, never what was read. */
export function readSecret(reference: string, environment: NodeJS.ProcessEnv): string {
  const [, way, name = ""] = /^(env|file):(.+)$/s.exec(reference) ?? [];
  if (way === undefined) throw new Error("a secret is named by env:NAME or file:PATH");
  const value = (way === "env" ? (environment[name] ?? "") : privateText(name.replace(/^~(?=\/)/, homedir()))).trim();
  if (value === "") throw new Error(missing(way, name));
  return value;
}

/** Of a file that nobody else may read. */
function privateText(path: string): string {
  const file = open(path);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error(`${path} is no file`);
    if (stat.size > MOST_BYTES) throw new Error(`${path} is too long for a secret`);
    const isOurs = process.getuid === undefined || stat.uid === process.getuid();
    if (!isOurs || (stat.mode & 0o077) !== 0) throw new Error(`${path} is open to others: run chmod 600 ${path}`);
    const bytes = Buffer.alloc(MOST_BYTES);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, MOST_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/** Where a FIFO lies there, nobody may ever write into it. */
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
