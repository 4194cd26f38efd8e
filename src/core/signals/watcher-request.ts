import { isSpoolName } from "./watcher-frame.ts";

/** A line is one write into a FIFO: whole up to this length everywhere, so that no other writer gets between. */
const WHOLE_BYTES = 500;
/** What a watcher reads at most. */
const LARGEST_BYTES = 1000;
const ROOTS_PER_REQUEST = 100;

/** Lines that acknowledge these entries; names that no watcher could have told are left out. */
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

/** Null for a path that does not fit into a line, or that is not one. */
export function fileLine(request: "file+" | "file-" | "line-", path: string): string | null {
  return pathLine(request, path);
}

/** Null for a name that could leave its directory, or that no signal's file has. */
export function signalLine(name: string): string | null {
  const isSafe = /^squad-signal-[^/]+\.json$/u.test(name) && !/[\0-\x1f\x7f]/.test(name);
  const line = `signal- ${name}`;
  return isSafe && utf8Length(line) <= LARGEST_BYTES ? line : null;
}

/** Asks for what a file has beyond this; null begins near its end. */
export function followLine(
  number: number,
  path: string,
  reached: { file: string; offset: number } | null,
): string | null {
  // what no watcher has named is another file, and begins anew
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

/** Roots in groups, each of which is one request. */
export function processGroups(roots: readonly number[]): number[][] {
  const valid = [...new Set(roots)].filter((pid) => Number.isSafeInteger(pid) && pid > 0);
  const groups: number[][] = [];
  for (let from = 0; from < valid.length; from += ROOTS_PER_REQUEST)
    groups.push(valid.slice(from, from + ROOTS_PER_REQUEST));
  return groups;
}

export function processLine(number: number, roots: readonly number[]): string {
  return `ps ${number} ${roots.join(" ")}`;
}

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    length += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return length;
}
