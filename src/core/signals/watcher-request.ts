import { isSpoolName } from "./watcher-frame.ts";

/** Writes to a FIFO up to this size are atomic everywhere, so that other writers cannot interleave. */
const WHOLE_BYTES = 500;
/** The longest line that a watcher reads. */
const LARGEST_BYTES = 1000;
const ROOTS_PER_REQUEST = 100;

/** Lines that acknowledge these entries; names that no watcher can have sent are skipped. */
export function ackLines(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const name of names.filter(isSpoolName)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + name.length <= WHOLE_BYTES) lines[lines.length - 1] = `${last} ${name}`;
    else lines.push(`ack ${name}`);
  }
  return lines;
}

/** Null for a name that could leave its directory. */
export function rejectLine(name: string, reason: string): string | null {
  if (!isSpoolName(name)) return null;
  const plain = reason.replaceAll(/[^\x20-\x7e]+/g, " ").trim();
  return `reject ${name} ${plain}`.slice(0, WHOLE_BYTES);
}

/** Null for a path that is not absolute or does not fit into a line. */
export function fileLine(request: "file+" | "file-" | "line-", path: string): string | null {
  return pathLine(request, path);
}

/** Null for a name that could leave its directory or is not a signal file's. */
export function signalLine(name: string): string | null {
  const isSafe = /^squad-signal-[^/]+\.json$/u.test(name) && !/[\0-\x1f\x7f]/.test(name);
  const line = `signal- ${name}`;
  return isSafe && utf8Length(line) <= LARGEST_BYTES ? line : null;
}

/** Requests a file's content beyond `reached`; null starts near its end. */
export function followLine(
  number: number,
  path: string,
  reached: { file: string; offset: number } | null,
): string | null {
  // an identity that no watcher can have sent counts as another file, read from its start
  const file = reached === null ? "-" : /^\d+\.\d+$/.test(reached.file) ? reached.file : "0.0";
  return pathLine(`line+ ${number} ${file} ${reached?.offset ?? 0}`, path);
}

function pathLine(request: string, path: string): string | null {
  const line = `${request} ${path}`;
  return path.startsWith("/") && !/[\0-\x1f\x7f]/.test(path) && utf8Length(line) <= LARGEST_BYTES ? line : null;
}

export function clockLine(number: number): string {
  return `clock ${number}`;
}

/** Splits roots into groups of one request each. */
export function processGroups(roots: readonly number[]): number[][] {
  const valid = [...new Set(roots)].filter((pid) => Number.isSafeInteger(pid) && pid > 0);
  const groups: number[][] = [];
  for (let from = 0; from < valid.length; from += ROOTS_PER_REQUEST)
    groups.push(valid.slice(from, from + ROOTS_PER_REQUEST));
  return groups;
}

/** Requests the table of these processes and their descendants, or those of them that are stopped. */
export function processLine(request: "ps" | "stopped", number: number, pids: readonly number[]): string {
  return `${request} ${number} ${pids.join(" ")}`;
}

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    length += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return length;
}
