/** How text must be sent to an agent, where typing it would not do. */
export interface Typing {
  /** A line that is pasted as well: typed, some of its characters would be keys. */
  pastes?: RegExp;
  /** An end that Enter would take away or take for something else: a blank is put behind it, which it drops. */
  swallowedEnd?: RegExp;
  /** Where it keeps a paste of more characters for itself and passes on a name for it: such a text goes in several. */
  longestPaste?: number;
  /** What it adds to such a text, or would do at its end: keys that undo it before Enter. */
  tidies?: readonly Tidy[];
  /** What it does to a text whatever anybody does, and does no harm: people are told. */
  changes?: readonly Habit[];
  /** What it does to a text that nobody can mean: refused, unless changes are allowed. */
  spoils?: readonly Habit[];
  /** What an empty input box may show: nobody has typed that. */
  hint?: RegExp;
  /** A line that shows that whatever is typed would be run by a shell. */
  shellMode?: RegExp;
  /** How a long paste is shown instead of its words. */
  pastePlaceholder?: RegExp;
}

export interface Habit {
  text: RegExp;
  note: string;
}

export interface Tidy {
  text: RegExp;
  /** What must stand in its input box, or in some line of its screen. */
  box?: RegExp;
  line?: RegExp;
  keys: readonly string[];
}

export type TextPlan =
  | { ok: true; by: "keys" | "paste"; text: string; notes: string[] }
  | { ok: false; fault: string; isChange: boolean };

/** More than this is pasted: as keys it would be typed for seconds. */
const LONGEST_TYPED = 500;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f\u0080-\u009f]/;

/** Text reaches a program as it is, or not at all: what is a key to somebody is refused, what would be swallowed gets a blank. */
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

/** Keys as tmux names them; a single character is itself. A name that tmux does not know would be typed as a word. */
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

/** So many bytes of a buffer are set by one command. */
const CHUNK = 8_000;

/** In pieces that do not part a character. */
export function chunksOf(text: string): string[] {
  return cut(text, CHUNK, () => true);
}

/** In pastes that are not too long, of which none begins or ends with a blank if that can be: agents may drop those. */
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

/** The last such place; where there is none, the last one between two characters. */
function placeBefore(text: string, from: number, end: number, isPlace: (to: number) => boolean): number {
  const isWhole = (to: number) => !/^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(to - 1, to + 1));
  for (let to = end; to > from; to -= 1) if (isWhole(to) && isPlace(to)) return to;
  return isWhole(end) || end - 1 === from ? end : end - 1;
}

/** A character as Unicode names it, and where it is. */
function named({ 0: found, index }: RegExpExecArray): string {
  const code = found.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")} at ${index}`;
}
