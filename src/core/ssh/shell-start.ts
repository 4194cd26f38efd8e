import { decodeUtf8 } from "../terminal/decode-utf8.ts";

/** Output of a login shell before it ran our command. */
export interface ShellNoise {
  bytes: number;
  /** The first bytes. */
  beginning: Uint8Array;
}

/** Two halves, because a shell that echoes commands prints the command line: only our command prints them joined. */
export type StartMark = readonly [string, string];

const BEGINNING_BYTES = 200;
/**
 * Prints the mark when the shell has reached our command, then waits until the mark is sent back. Until then rc files
 * of the login shell may read standard input, so nothing else is sent before.
 */
const BEGIN =
  'm=$1$2; shift 2; printf %s "$m"; printf %s "$m" >&2; ' +
  'until [ "$l" = "$m" ]; do IFS= read -r l || exit 1; done; unset l m; exec "$@"';

/** Wraps a command so that it prints a mark where the login shell's own output ends. */
export function withStartMark(argv: readonly string[], [first, second]: StartMark): string[] {
  return ["exec", "sh", "-c", BEGIN, "sh", first, second, ...argv];
}

/** Skips output up to the mark, which may be anywhere in a line. */
export class StartFinder {
  private readonly mark: Uint8Array;
  private held: Uint8Array = new Uint8Array(0);
  private beginning: Uint8Array = new Uint8Array(0);
  private passed = 0;

  constructor(mark: StartMark) {
    this.mark = Uint8Array.from(mark.join(""), (character) => character.charCodeAt(0));
  }

  get noise(): ShellNoise {
    const beginning = joined(this.beginning, this.held).subarray(0, BEGINNING_BYTES);
    return { bytes: this.passed + this.held.length, beginning };
  }

  /** Returns the bytes after the mark; null while it has not arrived. */
  feed(chunk: Uint8Array): Uint8Array | null {
    const bytes = joined(this.held, chunk);
    const at = indexOf(bytes, this.mark);
    const noise = at < 0 ? Math.max(0, bytes.length - this.mark.length + 1) : at;
    if (this.beginning.length < BEGINNING_BYTES)
      this.beginning = joined(this.beginning, bytes.subarray(0, noise)).slice(0, BEGINNING_BYTES);
    this.passed += noise;
    this.held = at < 0 ? bytes.slice(noise) : new Uint8Array(0);
    return at < 0 ? null : bytes.subarray(at + this.mark.length);
  }
}

/** For people: the size and the beginning, with control bytes escaped. */
export function describeNoise({ bytes, beginning }: ShellNoise): string {
  if (bytes === 0) return "nothing";
  const shown = JSON.stringify(decodeUtf8(beginning, 0, beginning.length)).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${bytes} bytes: ${shown}${bytes > beginning.length ? "…" : ""}`;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}
