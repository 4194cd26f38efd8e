/** Reads a text: a regular expression, or a linear pattern. */
export interface Pattern {
  test(text: string): boolean;
  exec(text: string): PatternMatch | null;
}

export interface PatternMatch {
  0: string;
  index: number;
}

const IGNORE_CASE = /^\(\?i\)/;

/** A pattern of our own files, run by the engine's own matcher. */
export function nativePattern(source: string): RegExp {
  return new RegExp(withoutFlags(source), flagsOf(source));
}

/** A pattern that begins with `(?i)` takes capital and small letters alike. */
export function flagsOf(source: string): "u" | "iu" {
  return IGNORE_CASE.test(source) ? "iu" : "u";
}

export function withoutFlags(source: string): string {
  return source.replace(IGNORE_CASE, "");
}
