import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { KnownConversation } from "./search-index.ts";

const MARKED_BYTES = 512;
/** A line that is longer is passed over. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** A line of a file, and where it begins. */
export interface Line {
  text: string;
  start: number;
}

export interface NewLines {
  lines: Line[];
  /** It is another file than before, or was cut or written anew: what was read from it no longer counts. */
  isAnother: boolean;
  known: Pick<KnownConversation, "file" | "offset" | "mark" | "size" | "changed_at">;
  hasMore: boolean;
}

/** Reads whole lines that were added since, up to about so many bytes. Follows no link; null if it cannot be read. */
export function readNewLines(
  path: string,
  before: Pick<KnownConversation, "file" | "offset" | "mark">,
  bytes: number,
): NewLines | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const { dev, ino, size, mtimeMs } = fstatSync(descriptor);
    if (!fstatSync(descriptor).isFile()) return null;
    const file = `${dev}.${ino}`;
    const isSame = before.file === file && size >= before.offset && markAt(descriptor, before.offset) === before.mark;
    const from = isSame ? before.offset : 0;
    const { lines, offset } = readLines(descriptor, from, size, bytes);
    return {
      lines,
      isAnother: !isSame,
      known: { file, offset, mark: markAt(descriptor, offset), size, changed_at: mtimeMs },
      hasMore: offset > from && offset < size,
    };
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}

function readLines(descriptor: number, from: number, size: number, bytes: number): { lines: Line[]; offset: number } {
  for (let length = Math.min(bytes, size - from); length > 0; length = Math.min(length * 4, size - from)) {
    const part = readAt(descriptor, from, length);
    const end = part.lastIndexOf(0x0a);
    if (end >= 0) return { lines: split(part.subarray(0, end + 1), from), offset: from + end + 1 };
    if (part.length >= LONGEST_LINE) return { lines: [], offset: from + part.length };
    // the end of the line is not written yet
    if (length >= size - from) break;
  }
  return { lines: [], offset: from };
}

function split(part: Buffer, from: number): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < part.length; ) {
    const end = part.indexOf(0x0a, start);
    if (end > start) lines.push({ text: part.toString("utf8", start, end), start: from + start });
    start = end + 1;
  }
  return lines;
}

/** A digest of the beginning of the file and of the bytes before the offset, by which a file that was written anew is noticed. */
function markAt(descriptor: number, offset: number): string {
  const first = readAt(descriptor, 0, Math.min(MARKED_BYTES, offset));
  const last = readAt(descriptor, Math.max(0, offset - MARKED_BYTES), Math.min(MARKED_BYTES, offset));
  return createHash("sha256").update(first).update(last).digest("base64url").slice(0, 22);
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const count = readSync(descriptor, bytes, read, length - read, position + read);
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}
