/** A phrase of a line, as a pattern that finds it at the same place again. */
export interface Phrase {
  pattern: string;
  /** How much of a line it takes: the more, the less likely it is elsewhere. */
  weight: number;
}

const LONGEST_LINE = 300;
const MOST_WORDS = 12;
const FEWEST_LETTERS = 6;

/** Quoted text is not the program's own. */
const QUOTED = /"[^"]*"|`[^`]*`|“[^”]*”|(?<!\p{L})'[^']*'/gu;

interface Word {
  text: string;
  from: number;
  to: number;
}

/**
 * The phrases of a line that may be there again: without numbers, names of files, spinners and quoted text, since these
 * change. Whole runs of words count most; parts of them have at least two words.
 */
export function phrasesOf(line: string): Phrase[] {
  const text = line.trim().slice(0, LONGEST_LINE);
  return runsOf(text).flatMap((run) => partsOf(run, text));
}

function runsOf(text: string): Word[][] {
  const quoted = [...text.matchAll(QUOTED)].map((found) => [found.index, found.index + found[0].length] as const);
  const runs: Word[][] = [[]];
  let lastChanged: string | null = null;
  for (const found of text.matchAll(/\S+/g)) {
    const word = { text: found[0], from: found.index, to: found.index + found[0].length };
    // the unit of a number before it
    const isUnit = lastChanged !== null && /\p{N}/u.test(lastChanged) && /^\p{L}{1,2}$/u.test(word.text);
    const isQuoted = quoted.some(([from, to]) => word.from < to && word.to > from);
    if (isQuoted || isUnit || isChanging(word.text)) {
      runs.push([]);
      lastChanged = word.text;
    } else {
      runs.at(-1)?.push(word);
      lastChanged = null;
    }
  }
  return runs.filter((run) => run.length > 0 && run.length <= MOST_WORDS);
}

/** A number, a path, an address, the name of a file or of something in a program, or a sign without letters. */
function isChanging(word: string): boolean {
  const bare = word.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return (
    bare === "" ||
    /\p{N}|[@_=\\~#$%]|\[redacted|\p{L}\.\p{L}|\p{Ll}\p{Lu}/u.test(word) ||
    (/[/:]\p{L}|\p{L}\//u.test(word) && !/^\p{L}{1,5}\/\p{L}{1,5}$/u.test(bare)) ||
    // what a spinner draws before a word without a blank
    /[\u2800-\u28ff\u2580-\u259f]/u.test(word)
  );
}

function partsOf(run: readonly Word[], text: string): Phrase[] {
  const found: Phrase[] = [];
  for (let from = 0; from < run.length; from += 1)
    for (let to = run.length; to > from; to -= 1) {
      const isWhole = from === 0 && to === run.length;
      found.push(...phraseBetween(run.slice(from, to), isWhole, text));
    }
  return found;
}

function phraseBetween(words: readonly Word[], isWhole: boolean, text: string): Phrase[] {
  const from = words[0]?.from ?? 0;
  const to = words.at(-1)?.to ?? 0;
  const isLine = from === 0 && to === text.length;
  // brackets and dots around it may belong to what changes
  const shown = isLine ? text : text.slice(from, to).replaceAll(/^[^\p{L}]+|[^\p{L}?]+$/gu, "");
  const letters = shown.replaceAll(/[^\p{L}]/gu, "").length;
  if (letters < FEWEST_LETTERS || (words.length < 2 && !isLine)) return [];
  const source = escaped(shown);
  const weight = (isWhole ? 1_000 : 0) + letters;
  if (isLine) return [{ pattern: `^\\s*${source}$`, weight: weight + 1_000 }];
  return [
    ...(to === text.length && text.endsWith(shown) ? [{ pattern: `${source}$`, weight: weight + 1 }] : []),
    { pattern: source, weight },
  ];
}

/** The text as a pattern for exactly this text. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
