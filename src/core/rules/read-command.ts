/** One program call of a command line, as the shell would run it. */
export interface CommandPart {
  /** `NAME=value` before the program. */
  assigns: string[];
  argv: string[];
  /** Of those that write to no file: `2>&1`, `>/dev/null`, `2>/dev/null`, `</dev/null`. */
  redirects: string[];
  /** Whether a pipe feeds it. */
  isFed: boolean;
  /** In a pattern: which words of argv are `*` or `**` and stand for operands. */
  open: number[];
}

export type ReadCommand =
  | {
      ok: true;
      parts: CommandPart[];
      /** The same command in one line with single blanks. Another shell parser must print it exactly so. */
      canonical: string;
    }
  | { ok: false; why: string };

interface Word {
  type: "word";
  text: string;
  source: string;
  /** The part before the first quote. */
  bare: string;
  isBare: boolean;
  isOpen: boolean;
}
type Token = Word | { type: "redirect"; source: string } | { type: "joint"; source: string } | { type: "line" };

const LONGEST = 4_096;
/** Between words. Other blanks and control characters mean different things to different shells. */
const BLANKS = /[ \t]+/y;
const LINES = /\n[ \t\n]*/y;
const JOINT = /&&(?![&|;])|\|\|(?![&|])|\|(?![&|])|;(?![;&|])/y;
const REDIRECT = /(?:2>&1|2?>\/dev\/null|<\/dev\/null)(?=[ \t\n;|&]|$)/y;
/** Characters without a meaning in any shell, wherever they stand in a word. */
const BARE = /[A-Za-z0-9_./:@%+,=-]+/y;
/** Within single quotes fish reads a backslash, and csh an exclamation mark. */
const SINGLE = /'([^'\\!\u0000-\u001f\u007f-\u009f]+)'/y;
const DOUBLE = /"([^"$`\\!\u0000-\u001f\u007f-\u009f]+)"/y;
/** A whole word of a pattern. */
const OPEN = /\*\*?(?=[ \t]|$)/y;

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
const PROGRAM = /^[A-Za-z0-9_./][A-Za-z0-9_./+-]*$/;
const RESERVED = new Set(
  "if then else elif fi do done case esac while until for in function select time coproc foreach end repeat always nocorrect noglob".split(
    " ",
  ),
);

/**
 * Reads the small part of the shell's language that means the same in every shell: programs with literal words, joined by
 * pipes and lists. Whatever else there is (expansions, substitutions, globs, escapes, groups, loops, functions, files to
 * write to, comments, `&`) is not read, and nothing is guessed.
 */
export function readCommand(text: string): ReadCommand {
  return readWords(text, false);
}

/** Reads a pattern of a rule: a command in which words may be left open. */
export function readPattern(text: string): ReadCommand {
  return readWords(text, true);
}

function readWords(text: string, isPattern: boolean): ReadCommand {
  if (text.length > LONGEST) return refuse("it is too long");
  const tokens = tokensOf(text, isPattern);
  if (typeof tokens === "string") return refuse(tokens);
  const parts: CommandPart[] = [];
  const shown: string[] = [];
  let words: Exclude<Token, { type: "joint" | "line" }>[] = [];
  let joint = "";
  const close = (): string | null => {
    const part = partOf(words, joint === "|");
    if (typeof part === "string") return part;
    parts.push(part);
    shown.push(words.map(({ source }) => source).join(" "));
    words = [];
    return null;
  };
  for (const token of tokens) {
    if (token.type === "word" || token.type === "redirect") words.push(token);
    else if (token.type === "line" && words.length === 0) {
      // empty lines, and those after `&&` or `|`
    } else {
      const fault = close();
      if (fault !== null) return refuse(fault);
      joint = token.type === "line" ? ";" : token.source;
      shown.push(joint === ";" ? "; " : ` ${joint} `);
    }
  }
  if (words.length > 0) {
    const fault = close();
    if (fault !== null) return refuse(fault);
  } else if (joint === ";") shown.pop();
  else return refuse(parts.length === 0 ? "it is empty" : `nothing follows "${joint}"`);
  return { ok: true, parts, canonical: shown.join("") };
}

function tokensOf(text: string, isPattern: boolean): Token[] | string {
  const tokens: Token[] = [];
  let at = 0;
  let isApart = true;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at += match[0].length;
    return match;
  };
  while (at < text.length) {
    if (take(BLANKS) !== null) {
      isApart = true;
      continue;
    }
    if (take(LINES) !== null) {
      tokens.push({ type: "line" });
      isApart = true;
      continue;
    }
    const joint = take(JOINT);
    if (joint !== null) {
      tokens.push({ type: "joint", source: joint[0] });
      isApart = true;
      continue;
    }
    // `x2>&1` and `"x"y` glued to something else: whose they are is not guessed
    if (!isApart) return unread(text, at);
    const redirect = take(REDIRECT);
    if (redirect !== null) {
      tokens.push({ type: "redirect", source: redirect[0] });
      isApart = false;
      continue;
    }
    const from = at;
    const word = (isPattern ? openAt(take) : null) ?? wordAt(take);
    if (word === null) return unread(text, at);
    tokens.push({ type: "word", ...word, source: text.slice(from, at) });
    isApart = false;
  }
  return tokens;
}

function openAt(take: (pattern: RegExp) => RegExpExecArray | null): Omit<Word, "type" | "source"> | null {
  const open = take(OPEN);
  return open === null ? null : { text: open[0], bare: "", isBare: false, isOpen: true };
}

/** Bare characters and quoted ones in turn. Two quotes side by side are one quote to some zsh. */
function wordAt(take: (pattern: RegExp) => RegExpExecArray | null): Omit<Word, "type" | "source"> | null {
  let word = "";
  let bare: string | null = null;
  for (let isAfterQuote = false; ; ) {
    const run = take(BARE);
    if (run !== null) {
      word += run[0];
      isAfterQuote = false;
      continue;
    }
    const quoted = isAfterQuote ? null : (take(SINGLE) ?? take(DOUBLE));
    if (quoted === null) break;
    bare ??= word;
    word += quoted[1];
    isAfterQuote = true;
  }
  // `=ls` is a path to zsh
  if (word === "" || (bare ?? word).startsWith("=")) return null;
  return { text: word, bare: bare ?? word, isBare: bare === null, isOpen: false };
}

function partOf(tokens: readonly Exclude<Token, { type: "joint" | "line" }>[], isFed: boolean): CommandPart | string {
  const part: CommandPart = { assigns: [], argv: [], redirects: [], isFed, open: [] };
  for (const token of tokens) {
    if (token.type === "redirect") part.redirects.push(token.source);
    // a redirection in the middle is moved by printers
    else if (part.redirects.length > 0) return "words follow a redirection";
    else if (part.argv.length === 0 && ASSIGNMENT.test(token.bare)) part.assigns.push(token.text);
    else if (part.argv.length > 0) {
      if (token.isOpen) part.open.push(part.argv.length);
      part.argv.push(token.text);
    } else if (!token.isBare || !PROGRAM.test(token.text)) return `"${token.source}" is no plain name of a program`;
    else if (RESERVED.has(token.text)) return `"${token.text}" is a word of the shell's own`;
    else part.argv.push(token.text);
  }
  return part.argv.length === 0 ? "a part of it names no program" : part;
}

function unread(text: string, at: number): string {
  return `${JSON.stringify(text.slice(at, at + 1))} at character ${at + 1} is more than plain words`;
}

function refuse(why: string): ReadCommand {
  return { ok: false, why };
}
