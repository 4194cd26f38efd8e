import { type Assertion, parsePattern } from "./parse-pattern.ts";
import { flagsOf, type Pattern, type PatternMatch } from "./pattern.ts";
import { programOf, type Step } from "./pattern-program.ts";

export type LinearPatternResult = { ok: true; pattern: Pattern } | { ok: false; fault: string };

/** A pattern whose time grows with the length of the text and never faster, for patterns that are not ours. */
export function linearPattern(source: string): LinearPatternResult {
  const parsed = parsePattern(source);
  if (!parsed.ok) return parsed;
  const steps = programOf(parsed.node, flagsOf(source));
  if (steps === null) return { ok: false, fault: "its repetitions make it too large; repeat less, or use * and +" };
  return { ok: true, pattern: new LinearPattern(steps) };
}

/** The same for a pattern of a file that has been checked. */
export function checkedPattern(source: string): Pattern {
  const result = linearPattern(source);
  if (!result.ok) throw new Error(`${source}: ${result.fault}`);
  return result.pattern;
}

/** The characters on both sides of a place. */
type Side = "end of text" | "word" | "other";

/** All steps that the text so far may have led to, and what follows for each next character. */
interface Reached {
  steps: readonly number[];
  before: Side;
  next: Map<number, Reached | "found">;
}

const MOST_REACHED = 500;
const MOST_KNOWN = 20_000;
/** Stands for the end of the text, which is no character. */
const END = -1;

class LinearPattern implements Pattern {
  private readonly steps: readonly Step[];
  private readonly first: number;
  /** It can only match at the start of a text. */
  private readonly isAnchored: boolean;
  private readonly reached = new Map<string, Reached>();
  private known = 0;

  constructor(steps: readonly Step[]) {
    this.steps = steps;
    this.first = steps.length - 1;
    const sides: readonly Side[] = ["word", "other", "end of text"];
    this.isAnchored = !(["word", "other"] as const).some((before) =>
      sides.some((after) => this.spread([this.first], before, after).length > 0),
    );
  }

  test(text: string): boolean {
    let here: Reached | "found" = this.reach([this.first], "end of text");
    for (let at = 0; at < text.length; ) {
      const code = text.codePointAt(at) ?? 0;
      here = here.next.get(code) ?? this.advance(here, code);
      if (here === "found") return true;
      if (here.steps.length === 0) return false;
      at += code > 0xffff ? 2 : 1;
    }
    return (here.next.get(END) ?? this.advance(here, END)) === "found";
  }

  /** The first match, as a regular expression would find it. */
  exec(text: string): PatternMatch | null {
    if (!this.test(text)) return null;
    let threads: { step: number; from: number }[] = [];
    let found: { from: number; to: number } | null = null;
    let before: Side = "end of text";
    for (let at = 0; at <= text.length; ) {
      const code = at < text.length ? (text.codePointAt(at) ?? 0) : END;
      const after = sideOf(code);
      if (found === null) threads.push({ step: this.first, from: at });
      const seen = new Set<number>();
      const next: typeof threads = [];
      const queued = new Set<number>();
      for (const { step, from } of threads) {
        let isDone = false;
        for (const each of this.spread([step], before, after, seen)) {
          const here = this.steps[each];
          if (here?.op === "done") {
            found = { from, to: at };
            isDone = true;
            break;
          }
          if (here?.op !== "one" || code === END || queued.has(here.next) || !reads(here.test, code)) continue;
          queued.add(here.next);
          next.push({ step: here.next, from });
        }
        // those after it are preferred less
        if (isDone) break;
      }
      threads = next;
      if (threads.length === 0 && found !== null) break;
      before = after;
      at += code > 0xffff ? 2 : 1;
    }
    return found === null ? null : { 0: text.slice(found.from, found.to), index: found.from };
  }

  private advance(here: Reached, code: number): Reached | "found" {
    const after = sideOf(code);
    const next = this.spread(here.steps, here.before, after).map((index) => this.steps[index]);
    if (next.some((step) => step?.op === "done")) return this.learn(here, code, "found");
    const steps = next.flatMap((step) =>
      step?.op === "one" && code !== END && reads(step.test, code) ? step.next : [],
    );
    if (!this.isAnchored) steps.push(this.first);
    return this.learn(here, code, this.reach(steps, after));
  }

  private learn(here: Reached, code: number, next: Reached | "found"): Reached | "found" {
    here.next.set(code, next);
    this.known += 1;
    return next;
  }

  private reach(steps: readonly number[], before: Side): Reached {
    const sorted = [...new Set(steps)].sort((a, b) => a - b);
    const key = `${before} ${sorted.join()}`;
    const known = this.reached.get(key);
    if (known !== undefined) return known;
    // what was learned is only there to be fast
    if (this.reached.size >= MOST_REACHED || this.known >= MOST_KNOWN) {
      this.reached.clear();
      this.known = 0;
    }
    const fresh: Reached = { steps: sorted, before, next: new Map() };
    this.reached.set(key, fresh);
    return fresh;
  }

  /** The steps that read a character or are done, from these on, in the order in which they are preferred. */
  private spread(from: readonly number[], before: Side, after: Side, seen = new Set<number>()): number[] {
    const found: number[] = [];
    const open = [...from].reverse();
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (seen.has(index)) continue;
      seen.add(index);
      const step = this.steps[index];
      if (step?.op === "fork") open.push(step.ways[1], step.ways[0]);
      else if (step?.op === "assertion") {
        if (holds(step.at, before, after)) open.push(step.next);
      } else if (step !== undefined) found.push(index);
    }
    return found;
  }
}

function holds(at: Assertion, before: Side, after: Side): boolean {
  switch (at) {
    case "start":
      return before === "end of text";
    case "end":
      return after === "end of text";
    case "edge of a word":
      return (before === "word") !== (after === "word");
    case "no edge of a word":
      return (before === "word") === (after === "word");
    default:
      return at satisfies never;
  }
}

function sideOf(code: number): Side {
  if (code === END) return "end of text";
  const isWord = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
  return isWord ? "word" : "other";
}

function reads(test: RegExp, code: number): boolean {
  return test.test(String.fromCodePoint(code));
}
