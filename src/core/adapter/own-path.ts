import { byteLength } from "../text/byte-length.ts";

/** Linux's limits for a path and for each name in it. */
const LONGEST_PATH = 4_096;
const LONGEST_NAME = 255;
/** An agent's session id becomes part of paths and commands. */
const LONGEST_SESSION = 256;

/** Whether a path from another program can be used: absolute, not too long, without NUL bytes and `..`. */
export function isUsablePath(path: string): boolean {
  if (!path.startsWith("/") || byteLength(path) >= LONGEST_PATH || path.includes("\0")) return false;
  return path.split("/").every((name) => name !== ".." && byteLength(name) <= LONGEST_NAME);
}

export function isUsableSession(id: string): boolean {
  return id.length <= LONGEST_SESSION && !/[/\p{Cc}]/u.test(id);
}
