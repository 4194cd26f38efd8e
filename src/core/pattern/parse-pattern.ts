import { flagsOf, withoutFlags } from "./pattern.ts";

/** A pattern, as the parts that a linear matcher can run. */
export type PatternNode =
  /** One character that the regular expression `source` matches. */
  | { type: "one"; source: string }
  | { type: "assertion"; at: Assertion }
  | { type: "sequence"; parts: PatternNode[] }
  | { type: "choice"; parts: PatternNode[] }
  | { type: "repeat"; part: PatternNode; min: number; max: number | null; isLazy: boolean };

export type Assertion = "start" | "end" | "edge of a word" | "no edge of a word";

export type ParsedPattern = { ok: true; node: PatternNode } | { ok: false; fault: string };

const LONGEST = 500;
const MOST_GROUPS = 50;

/** Parses the regular expressions that can be run in linear time: all but references back, and looks ahead and behind. */
export function parsePattern(source: string): ParsedPattern {
  if (source.length > LONGEST) return { ok: false, fault: `longer than ${LONGEST} characters` };
  const syntax = syntaxFault(source);
  if (syntax !== null) return { ok: false, fault: syntax };
  const parser = new PatternParser(withoutFlags(source));
  const node = parser.choice();
  return parser.fault === null ? { ok: true, node } : { ok: false, fault: parser.fault };
}

function syntaxFault(source: string): string | null {
  try {
    new RegExp(withoutFlags(source), flagsOf(source));
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return `not a regular expression: ${message.replace(/^Invalid regular expression: /, "")}`;
  }
}

/** The syntax is known to be right: only what cannot be run in linear time is a fault. */
class PatternParser {
  fault: string | null = null;
  private readonly text: string;
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  choice(): PatternNode {
    const parts = [this.sequence()];
    while (this.takes("|")) parts.push(this.sequence());
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { type: "choice", parts };
  }

  private sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.fault === null && this.at < this.text.length && !/[|)]/.test(this.text[this.at] ?? "")) {
      parts.push(this.repeated(this.atom()));
    }
    return { type: "sequence", parts };
  }

  private repeated(part: PatternNode): PatternNode {
    const [found, from, comma, to] = this.match(/[*+?]|\{(\d+)(?:(,)(\d*))?\}/y) ?? [];
    if (found === undefined) return part;
    const isLazy = this.takes("?");
    if (found === "*") return { type: "repeat", part, min: 0, max: null, isLazy };
    if (found === "+") return { type: "repeat", part, min: 1, max: null, isLazy };
    if (found === "?") return { type: "repeat", part, min: 0, max: 1, isLazy };
    const max = comma === undefined ? Number(from) : to === "" ? null : Number(to);
    return { type: "repeat", part, min: Number(from), max, isLazy };
  }

  private atom(): PatternNode {
    if (this.takes("^")) return { type: "assertion", at: "start" };
    if (this.takes("$")) return { type: "assertion", at: "end" };
    if (this.takes("\\b")) return { type: "assertion", at: "edge of a word" };
    if (this.takes("\\B")) return { type: "assertion", at: "no edge of a word" };
    if (this.takes("(?!")) return this.difference();
    if (this.match(/\(\?(?:=|<=|<!)/y)) return this.refuse("it looks ahead or behind");
    if (this.match(/\\(?:[1-9]|k<)/y)) return this.refuse("it refers back to a group");
    if (this.match(/\((?!\?)|\(\?:|\(\?<[^>]*>/y)) return this.group();
    if (this.match(/\(\?/y)) return this.refuse("it changes its flags in the middle");
    return { type: "one", source: this.one() };
  }

  private group(): PatternNode {
    this.depth += 1;
    if (this.depth > MOST_GROUPS) return this.refuse(`it has more than ${MOST_GROUPS} groups in each other`);
    const inside = this.choice();
    this.takes(")");
    this.depth -= 1;
    return inside;
  }

  /** `(?![abc])\w`: one character less some others, which is still one character. */
  private difference(): PatternNode {
    const begin = this.at - "(?!".length;
    const without = this.choice();
    this.takes(")");
    if (!isOne(without) || this.at >= this.text.length || /[|)^$(]/.test(this.text[this.at] ?? ""))
      return this.refuse("it looks ahead for more than one character");
    this.one();
    if (/[*+?{]/.test(this.text[this.at] ?? "")) return this.refuse("it repeats a character that it looks ahead for");
    return { type: "one", source: this.text.slice(begin, this.at) };
  }

  /** A character, an escape or a class. */
  private one(): string {
    const shapes =
      /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\x..|\\c.|\\.|[\s\S]/uy;
    return this.match(shapes)?.[0] ?? "";
  }

  private refuse(what: string): PatternNode {
    this.fault ??= `${what}, which could take for ever; write a second condition (with, without, unless) instead`;
    return { type: "sequence", parts: [] };
  }

  private takes(words: string): boolean {
    if (!this.text.startsWith(words, this.at)) return false;
    this.at += words.length;
    return true;
  }

  private match(shape: RegExp): RegExpExecArray | null {
    shape.lastIndex = this.at;
    const found = shape.exec(this.text);
    this.at += found?.[0].length ?? 0;
    return found;
  }
}

function isOne(node: PatternNode): boolean {
  if (node.type === "one") return true;
  if (node.type === "choice") return node.parts.every(isOne);
  return node.type === "sequence" && node.parts.length === 1 && node.parts.every(isOne);
}
