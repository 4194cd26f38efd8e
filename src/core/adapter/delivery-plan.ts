import type { Pattern, PatternMatch } from "../pattern/pattern.ts";

/** How text must be sent to an agent where plain typing does not work. */
export interface Typing {
  /** Lines that must be pasted: typed, some of their characters would act as keys. */
  pastes?: Pattern;
  /** Line ends that Enter would drop or interpret: a blank, which the agent drops, is appended. */
  swallowedEnd?: Pattern;
  /** Longest paste, in characters, that the agent passes on whole. Longer texts are split, or only a placeholder arrives. */
  longestPaste?: number;
  /** Keys to press before Enter that undo what the agent adds to such a text, or would do at its end. */
  tidies?: readonly Tidy[];
  /** Unavoidable, harmless changes that the agent makes to a text: reported to people. */
  changes?: readonly TextHabit[];
  /** Changes that nobody can want: refused unless changes are allowed. */
  spoils?: readonly TextHabit[];
  /** Placeholder text of an empty input box. */
  hint?: Pattern;
  /** A line which shows that typed text would be run by a shell. */
  shellMode?: Pattern;
  /** The placeholder shown for a long paste. */
  pastePlaceholder?: Pattern;
}

export interface TextHabit {
  text: Pattern;
  note: string;
}

export interface Tidy {
  text: Pattern;
  /** A pattern that the input box, or some line of the screen, must match. */
  box?: Pattern;
  line?: Pattern;
  keys: readonly string[];
}

export type TextPlan =
  | { ok: true; by: "keys" | "paste"; text: string; notes: string[] }
  | { ok: false; fault: string; isChange: boolean };

/** Characters; longer texts are pasted, since typing them would take seconds. */
const LONGEST_TYPED = 500;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f\u0080-\u009f]/;

/** Text reaches the program unchanged or not at all: control characters are refused, swallowed ends get a blank. */
export function planText(given: string, typing: Typing = {}, allowChanges = false): TextPlan {
  const text = given.replaceAll(/\r\n?/g, "\n");
  const odd = CONTROL.exec(text);
  if (odd !== null) {
    const fault = `a text has no control characters (${named(odd)}): --keys sends keys`;
    return { ok: false, fault, isChange: false };
  }
  const { spoils = [], changes = [], swallowedEnd, pastes } = typing;
  const spoilt = spoils.flatMap(({ text: pattern, note }) => {
    const found = pattern.exec(text);
    return found === null ? [] : [{ found, note }];
  });
  const [worst] = spoilt;
  if (worst !== undefined && !allowChanges) {
    const fault = `${worst.note} (${named(worst.found)}): write it otherwise, or send it so with --allow-changes`;
    return { ok: false, fault, isChange: true };
  }
  const told = changes.filter((each) => each.text.test(text));
  const isPaste = pastes?.test(text) === true || /[\n\t]/.test(text) || text.length > LONGEST_TYPED;
  return {
    ok: true,
    by: isPaste ? "paste" : "keys",
    text: swallowedEnd?.test(text) ? `${text} ` : text,
    notes: [...spoilt, ...told].map(({ note }) => note),
  };
}

export type KeysPlan = { ok: true; keys: string[]; hasEnter: boolean } | { ok: false; fault: string };

const NAMED =
  /^(?:Enter|Escape|Tab|BTab|Space|BSpace|Up|Down|Left|Right|Home|End|PageUp|PageDown|PgUp|PgDn|PPage|NPage|IC|Insert|DC|Delete|F(?:[1-9]|1[0-2]))$/;
const MODIFIED = /^(?:[CMS]-)+(?:\S|[A-Z][A-Za-z0-9]+)$/u;

/** Keys by tmux's names; a single character is itself. tmux would type an unknown name as text. */
export function planKeys(keys: readonly string[]): KeysPlan {
  for (const key of keys) {
    const isOne = [...key].length === 1 && !CONTROL.test(key);
    const base = key.replace(/^(?:[CMS]-)+/, "");
    const isModified = MODIFIED.test(key) && ([...base].length === 1 || NAMED.test(base));
    if (!isOne && !NAMED.test(key) && !isModified)
      return { ok: false, fault: `"${key}" is no key: name it as tmux does, such as C-c, Up, Enter, y` };
  }
  const hasEnter = keys.some((key) => key === "Enter" || key === "C-m");
  return { ok: true, keys: [...keys], hasEnter };
}

/** Bytes of a buffer set by one command. */
const CHUNK = 8_000;

/** Pieces that do not split a character. */
export function chunksOf(text: string): string[] {
  return cut(text, CHUNK, () => true);
}

/** Splits into pastes of limited length that avoid blanks at either end: agents may drop those. */
export function pastesOf(text: string, longest = Number.POSITIVE_INFINITY): string[] {
  return cut(text, longest, (to) => /^\S\S$/.test(text.slice(to - 1, to + 1)));
}

function cut(text: string, longest: number, isPlace: (to: number) => boolean): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = from + longest < text.length ? placeBefore(text, from, from + longest, isPlace) : text.length;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

/** The last allowed place; if there is none, the last place between two characters. */
function placeBefore(text: string, from: number, end: number, isPlace: (to: number) => boolean): number {
  const isWhole = (to: number) => !/^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(to - 1, to + 1));
  for (let to = end; to > from; to -= 1) if (isWhole(to) && isPlace(to)) return to;
  return isWhole(end) || end - 1 === from ? end : end - 1;
}

/** A character's Unicode code point and position. */
function named({ 0: found, index }: PatternMatch): string {
  const code = found.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")} at ${index}`;
}
