import type { Pattern } from "../../pattern/pattern.ts";
import { type FileScreen, SCREEN_PATTERNS } from "./screen-schema.ts";

type Marks = { [name in (typeof SCREEN_PATTERNS)[number]]: Pattern };

/** The part `[screen]` of a file, compiled. A pattern that it does not have fits nothing. */
export interface ScreenShape extends Marks {
  /** The table itself, for what is no pattern. */
  says: FileScreen;
  /** As part of a regular expression; null if choices have no mark. */
  cursor: string | null;
}

const NEVER: Pattern = { test: () => false, exec: () => null };

export function shapeOf(screen: FileScreen, read: (source: string) => Pattern): ScreenShape {
  const marks = Object.fromEntries(
    SCREEN_PATTERNS.map((name) => [name, screen[name] === undefined ? NEVER : read(screen[name])]),
  ) as Marks;
  return { ...marks, says: screen, cursor: screen.cursor === undefined ? null : oneOf(screen.cursor) };
}

/** Several marks, as part of a regular expression. */
function oneOf(marks: string | string[]): string {
  return typeof marks === "string" ? quoted(marks) : `(?:${marks.map(quoted).join("|")})`;
}

/** A text as part of a regular expression. */
export function quoted(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** A text without what the pattern finds in it first. */
export function without(text: string, pattern: Pattern): string {
  const found = pattern.exec(text);
  return found === null ? text : text.slice(0, found.index) + text.slice(found.index + found[0].length);
}
