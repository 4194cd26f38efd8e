/** A range of the text; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** An element of an array, or a member of an object, starting at its key. */
export interface JsonItem extends Span {
  key: string | null;
  value: JsonNode;
  /** Offset of the comma after it; null if there is none. */
  comma: number | null;
}

export interface JsonContainer extends Span {
  type: "object" | "array";
  items: JsonItem[];
}

export interface JsonScalar extends Span {
  type: "scalar";
  value: string | number | boolean | null;
}

export type JsonNode = JsonContainer | JsonScalar;

/** A JSON text as a tree with offsets, so that an edit leaves every other character in place. */
export interface JsonText {
  text: string;
  root: JsonNode;
  comments: Span[];
}

/** A syntax error: its offset, and what was expected there. */
export interface JsonFault {
  at: number;
  expected: string;
}

/** Extensions of JSON that a parser accepts. */
export interface JsonTolerance {
  comments: boolean;
  trailingCommas: boolean;
}

export type ParsedJson = { ok: true; json: JsonText } | { ok: false; fault: JsonFault };

export const PLAIN_JSON: JsonTolerance = { comments: false, trailingCommas: false };
const ALL: JsonTolerance = { comments: true, trailingCommas: true };
/** Deeper than any settings; bounds the recursion. */
const MAX_DEPTH = 200;

/** Parses JSON with comments, trailing commas and a byte order mark. Never throws. */
export function parseJsonc(text: string, tolerance: JsonTolerance = ALL): ParsedJson {
  const scanner = new Scanner(text, tolerance);
  const root = scanner.value(0);
  if (root !== null && scanner.blank() && scanner.at < text.length) scanner.fail("the end of the file");
  return scanner.fault !== null || root === null
    ? { ok: false, fault: scanner.fault ?? { at: scanner.at, expected: "a value" } }
    : { ok: true, json: { text, root, comments: scanner.comments } };
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const BLANKS = /[ \t\r\n]*/y;
const WORD = /[A-Za-z]+/y;
const LINE_COMMENT = /\/\/[^\r\n]*/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class Scanner {
  at: number;
  fault: JsonFault | null = null;
  readonly comments: Span[] = [];

  private readonly text: string;
  private readonly tolerance: JsonTolerance;

  constructor(text: string, tolerance: JsonTolerance) {
    this.text = text;
    this.tolerance = tolerance;
    this.at = text.startsWith("\ufeff") ? 1 : 0;
  }

  value(depth: number): JsonNode | null {
    if (!this.blank()) return null;
    const { at: start, text } = this;
    const first = text[start];
    if (first === "{" || first === "[") return this.container(first, depth);
    if (first === '"') {
      const value = this.string();
      return value === null ? null : { type: "scalar", start, end: this.at, value };
    }
    const number = this.take(NUMBER);
    if (number !== "") return { type: "scalar", start, end: this.at, value: Number(number) };
    const word = this.take(WORD);
    const value = WORDS.get(word);
    if (value === undefined) return this.fail("a value", start);
    return { type: "scalar", start, end: this.at, value };
  }

  /** Skips blanks and comments; false if a comment does not end or is not allowed. */
  blank(): boolean {
    for (;;) {
      this.take(BLANKS);
      const { at: start, text } = this;
      if (text.startsWith("//", start)) this.take(LINE_COMMENT);
      else if (text.startsWith("/*", start)) {
        const end = text.indexOf("*/", start + 2);
        if (end === -1) return this.fail("the end (*/) of the comment that begins here", start) !== null;
        this.at = end + 2;
      } else return true;
      if (!this.tolerance.comments) return this.fail("no comment", start) !== null;
      this.comments.push({ start, end: this.at });
    }
  }

  fail(expected: string, at = this.at): null {
    this.fault ??= { at, expected };
    return null;
  }

  private container(open: "{" | "[", depth: number): JsonContainer | null {
    if (depth >= MAX_DEPTH) return this.fail(`no more than ${MAX_DEPTH} levels`);
    const start = this.at;
    const close = open === "{" ? "}" : "]";
    const items: JsonItem[] = [];
    this.at += 1;
    for (;;) {
      if (!this.blank()) return null;
      const last = items.at(-1);
      if (this.text[this.at] === close) {
        if (last?.comma != null && !this.tolerance.trailingCommas)
          return this.fail(`no comma before "${close}"`, last.comma);
        this.at += 1;
        return { type: open === "{" ? "object" : "array", start, end: this.at, items };
      }
      if (last !== undefined && last.comma === null) return this.fail(`"," or "${close}"`);
      const item = open === "{" ? this.member(depth) : this.element(depth, null, this.at);
      if (item === null) return null;
      items.push(item);
    }
  }

  private member(depth: number): JsonItem | null {
    const start = this.at;
    if (this.text[start] !== '"') return this.fail('a name in quotes, or "}"');
    const key = this.string();
    if (key === null || !this.blank()) return null;
    if (this.text[this.at] !== ":") return this.fail('":"');
    this.at += 1;
    return this.element(depth, key, start);
  }

  private element(depth: number, key: string | null, start: number): JsonItem | null {
    const value = this.value(depth + 1);
    if (value === null || !this.blank()) return null;
    const comma = this.text[this.at] === "," ? this.at : null;
    if (comma !== null) this.at += 1;
    return { key, value, start, end: value.end, comma };
  }

  private string(): string | null {
    const { at: start, text } = this;
    this.at += 1;
    do this.take(PLAIN);
    while (this.take(ESCAPE) !== "");
    const stop = text[this.at];
    if (stop === '"') {
      this.at += 1;
      return JSON.parse(text.slice(start, this.at)) as string;
    }
    return stop === undefined || stop === "\n" || stop === "\r"
      ? this.fail('the end (") of the text that begins here', start)
      : this.fail(stop === "\\" ? "an escape that JSON knows" : "no control character in a text");
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found = ""] = pattern.exec(this.text) ?? [];
    this.at += found.length;
    return found;
  }
}
