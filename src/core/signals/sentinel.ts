const START = "__SCHMUX_SIGNAL__";
const END = "__END__";
/** Characters: the largest spool entry, 4 MB, with every byte escaped. */
const MAX_LINE = 16 * 1024 * 1024;

export interface Frame {
  /** The file with this content; null in the original form of a frame, which has no name and escapes nothing. */
  name: string | null;
  content: string;
}

export interface SentinelParser {
  /** Returns the frames of the lines completed by this text. */
  feed(text: string): Frame[];
  /** Whether the unfinished line, or one of those just fed, is longer than any frame. */
  readonly isOverlong: boolean;
}

/** Finds a watcher's frames among other output of its terminal. */
export function createSentinelParser(): SentinelParser {
  let parts: string[] = [];
  let length = 0;
  let isOverlong = false;

  return {
    get isOverlong() {
      return isOverlong;
    },
    feed(text) {
      isOverlong = false;
      const lines = text.split(/[\r\n]/);
      const rest = lines.pop() ?? "";
      const frames: Frame[] = [];
      for (const line of lines) {
        if (length + line.length <= MAX_LINE) frames.push(...readLine(parts.join("") + line));
        else isOverlong = true;
        parts = [];
        length = 0;
      }
      length += rest.length;
      // too long for a frame: discard it and wait for the end of the line
      if (length > MAX_LINE) {
        parts = [];
        isOverlong = true;
      }
      if (rest !== "" && length <= MAX_LINE) parts.push(rest);
      return frames;
    },
  };
}

/** One frame with its line break, as a watcher writes it. */
export function formatFrame({ name, content }: { name: string; content: string }): string {
  return `${START}${encodeField(name)}\t${encodeField(content)}${END}\n`;
}

/** Each frame extends from its start to the last end before the next start. */
function readLine(line: string): Frame[] {
  const frames: Frame[] = [];
  for (const piece of line.split(START).slice(1)) {
    const end = piece.lastIndexOf(END);
    const frame = end < 0 ? null : readFrame(piece.slice(0, end));
    if (frame) frames.push(frame);
  }
  return frames;
}

function readFrame(body: string): Frame | null {
  const tab = body.indexOf("\t");
  if (tab >= 0) return { name: decodeField(body.slice(0, tab)), content: decodeField(body.slice(tab + 1)) };
  // the shell's echo of the script itself: `${CURRENT}` or a printf format
  if (body.startsWith("$") || body.startsWith("%")) return null;
  return { name: null, content: body };
}

/** A frame may pass through a terminal: escapes control characters, and what could look like a start or an end. */
function encodeField(text: string): string {
  return text.replaceAll(/[\0-\x1f\x7f%_]/g, (character) => {
    const hex = character.charCodeAt(0).toString(16).toUpperCase();
    return `%${hex.padStart(2, "0")}`;
  });
}

function decodeField(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
