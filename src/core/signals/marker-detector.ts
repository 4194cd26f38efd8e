import { decodeUtf8 } from "../terminal/decode-utf8.ts";
import { AnsiStripper, type StripOptions } from "../terminal/strip-ansi.ts";
import { TextBuffer } from "../terminal/text-buffer.ts";
import { indexOfProtocol, PROTOCOL_LENGTH } from "./index-of-protocol.ts";
import { type Found, type Marker, parseMarker, sameMarker } from "./marker.ts";

const BLOCK = 8 * 1024;
const DEFAULT_LIMIT = 32 * 1024;
const LF = 0x0a;
const CR = 0x0d;

export interface MarkerDetectorOptions extends StripOptions {
  /** Bytes kept of a line; a longer one loses its beginning. */
  limit?: number;
}

export interface MarkerDetector {
  /** Returns the markers of the lines completed by these bytes. The same bytes give the same result in any chunking. */
  feed(bytes: Uint8Array): Found[];
  /** Parses the unfinished line as if it ended here, without consuming it; not reported again if it does end so. */
  flush(): Marker[];
  /** Whether there is an unfinished line that may be a marker and was not flushed yet. */
  pending(): boolean;
}

export function createMarkerDetector(options: MarkerDetectorOptions = {}): MarkerDetector {
  return new StreamDetector(options);
}

/**
 * Two passes per block: strip escape sequences, then search the text for the protocol's name. Only a line that contains
 * the name is delimited, decoded and parsed, so the cost is that of stripping.
 */
class StreamDetector implements MarkerDetector {
  private readonly stripper: AnsiStripper;
  private readonly limit: number;
  /** The unfinished line from `lineStart` on; text before it is no longer needed. */
  private readonly text = new TextBuffer();
  /** Where to continue the search; the name's own offset if the unfinished line contains it. */
  private searchFrom = 0;
  /** The unfinished line contains the protocol's name. */
  private named = false;
  private flushed = false;
  /** The marker that a flush has read from the unfinished line. */
  private reported: Marker | null = null;

  constructor({ limit = DEFAULT_LIMIT, onOsc }: MarkerDetectorOptions) {
    this.limit = limit;
    this.stripper = new AnsiStripper({ onOsc });
  }

  feed(bytes: Uint8Array): Found[] {
    const found: Found[] = [];
    for (let from = 0; from < bytes.length; from += BLOCK) {
      const to = Math.min(from + BLOCK, bytes.length);
      this.makeRoom(to - from);
      const before = this.text.length;
      const firstLine = this.text.lineStart;
      this.stripper.strip(bytes, from, to, this.text);
      if (this.text.length > before) this.search(firstLine, found);
    }
    return found;
  }

  flush(): Marker[] {
    if (!this.pending()) return [];
    this.flushed = true;
    const parsed = this.parse(this.text.lineStart, this.text.length);
    // a near miss is not reported yet: the rest of the line may still come
    if (parsed?.type !== "signal" || this.isReported(parsed)) return [];
    this.reported = parsed;
    return [parsed];
  }

  pending(): boolean {
    return this.named && !this.flushed;
  }

  /** Parses every completed line that contains the name, and notes whether the unfinished one does. */
  private search(firstLine: number, found: Found[]): void {
    const { bytes, length, lineStart } = this.text;
    let at = indexOfProtocol(bytes, this.searchFrom, lineStart);
    while (at >= 0) {
      const end = nextBreak(bytes, at);
      const start = previousBreak(bytes, at, firstLine);
      const parsed = this.parse(start, end);
      if (parsed && !(start === firstLine && this.isReported(parsed))) found.push(parsed);
      at = indexOfProtocol(bytes, end, lineStart);
    }
    if (lineStart > firstLine) this.reported = null;
    this.searchTail(Math.max(this.searchFrom, lineStart, length - this.limit));
  }

  private searchTail(from: number): void {
    const at = indexOfProtocol(this.text.bytes, from, this.text.length);
    this.named = at >= 0;
    this.flushed = false;
    this.searchFrom = this.named ? at : Math.max(from, this.text.length - PROTOCOL_LENGTH + 1);
  }

  private parse(start: number, end: number): Found | null {
    return parseMarker(decodeUtf8(this.text.bytes, Math.max(start, end - this.limit), end));
  }

  private isReported(parsed: Found): boolean {
    return this.reported !== null && parsed.type === "signal" && sameMarker(this.reported, parsed);
  }

  private makeRoom(count: number): void {
    if (this.text.length + count <= this.text.bytes.length) return;
    const needless = Math.max(this.text.lineStart, this.text.length - this.limit);
    this.text.drop(needless);
    this.searchFrom = Math.max(0, this.searchFrom - needless);
    // twice the space makes moving a long unfinished line rare
    this.text.reserve(this.text.length + count);
  }
}

function nextBreak(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] !== LF && bytes[at] !== CR) at++;
  return at;
}

function previousBreak(bytes: Uint8Array, from: number, floor: number): number {
  let at = from;
  while (at > floor && bytes[at - 1] !== LF && bytes[at - 1] !== CR) at--;
  return at;
}
