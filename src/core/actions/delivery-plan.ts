/** How text must be sent to an agent, where typing it would not do. */
export interface Typing {
  /** A line that is pasted as well: typed, some of its characters would be keys. */
  pastes?: RegExp;
  /** An end that Enter would take away or take for something else: a blank is put behind it. */
  swallowedEnd?: RegExp;
  /** What it changes in a text whatever anybody does, and what people should know of it. */
  changes?: { text: RegExp; note: string };
  /** What an empty input box may show: nobody has typed that. */
  hint?: RegExp;
  /** How a long paste is shown instead of its words. */
  pastePlaceholder?: RegExp;
}

export type TextPlan = { ok: true; by: "keys" | "paste"; text: string } | { ok: false; fault: string };

/** More than this is pasted: as keys it would be typed for seconds. */
const LONGEST_TYPED = 500;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f\u0080-\u009f]/;

/** Text reaches a program as it is, or not at all: what is a key to somebody is refused, what would be swallowed gets a blank. */
export function planText(given: string, typing: Typing = {}): TextPlan {
  const text = given.replaceAll(/\r\n?/g, "\n");
  const odd = CONTROL.exec(text);
  if (odd !== null)
    return {
      ok: false,
      fault: `a text has no control characters (U+${hex(odd[0])} at ${odd.index}): --keys sends keys`,
    };
  const isSwallowed = typing.swallowedEnd?.test(text) === true;
  const isPaste = typing.pastes?.test(text) === true || /[\n\t]/.test(text) || text.length > LONGEST_TYPED;
  return { ok: true, by: isPaste ? "paste" : "keys", text: isSwallowed ? `${text} ` : text };
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
  const chunks: string[] = [];
  let from = 0;
  while (from < text.length) {
    let to = Math.min(from + CHUNK, text.length);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    chunks.push(text.slice(from, to));
    from = to;
  }
  return chunks;
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
}
