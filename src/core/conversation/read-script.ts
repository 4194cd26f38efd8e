import { shellQuote } from "../provision/shell-words.ts";
import { byteLength } from "../text/byte-length.ts";

/** Exit code of the script: there is no such file, or it cannot be read. */
export const NO_FILE = 3;

/** A place in a file; another file has another `file`. Null is whichever file is there. */
export interface Place {
  file: string | null;
  offset: number;
}

/**
 * An sh script that prints a part of a file that grows: from a place in it, or its end if it is another file by now.
 * `*` in the path stands for any part of a name.
 */
export function readScript(path: string, after: Place | null, bytes: number): string {
  const pattern = path
    .split("*")
    .map((part) => (part === "" ? "" : shellQuote(part)))
    .join("*");
  return `set -- ${pattern}
file=$1
[ -f "$file" ] && [ -r "$file" ] && [ ! -L "$file" ] || exit ${NO_FILE}
set -- $(LC_ALL=C ls -di "$file")
id=$1
size=$(($(wc -c <"$file")))
from=${after?.offset ?? -1}
if [ "$id" != ${after?.file === null ? '"$id"' : shellQuote(after?.file ?? "")} ] || [ "$from" -gt "$size" ]; then from=-1; fi
start=$from
if [ "$start" -lt 0 ]; then start=$((size > ${bytes} ? size - ${bytes} : 0)); fi
printf '%s %s %s %s\\n' "$id" "$size" "$from" "$start"
tail -c "+$((start + 1))" "$file" | head -c ${bytes}
exit 0`;
}

export interface ReadPart {
  lines: string[];
  /** After the last whole line. */
  next: Place & { file: string };
  /** It goes on at the place that was asked for. */
  continues: boolean;
  /** Something stands before it. */
  has_earlier: boolean;
  /** It was longer than what is read at once. */
  has_more: boolean;
}

/** Reads what the script has printed; null if that is something else. */
export function readPart(text: string, bytes: number): ReadPart | null {
  const end = text.indexOf("\n");
  const [, file, ...numbers] = /^(\d+) (\d+) (-?\d+) (\d+)$/.exec(text.slice(0, end)) ?? [];
  const [size = 0, from = 0, start = 0] = numbers.map(Number);
  if (file === undefined) return null;
  const continues = from >= 0;
  const part = text.slice(end + 1);
  const whole = part.slice(0, part.lastIndexOf("\n") + 1);
  const lines = whole.split("\n").filter((line) => line !== "");
  // the end of a file begins in the middle of a line
  if (!continues && start > 0) lines.shift();
  const isFull = size - start > bytes;
  // a line that is longer than all that is read at once is passed over
  const length = whole === "" && isFull ? bytes : byteLength(whole);
  const offset = start + length;
  return {
    lines,
    next: { file, offset },
    continues,
    has_earlier: start > 0 && !continues,
    has_more: continues && isFull,
  };
}
