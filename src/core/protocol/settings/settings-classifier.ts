import { z } from "zod";

/** A reference to the classifier's key, never the key itself: settings are shown and copied. */
export const ClassifierKey = z
  .string()
  .refine(
    (text) => text === "" || /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:(?:\/|~\/).+)$/.test(text),
    'a key is never written here: write "env:NAME" or "file:/absolute/path" (or file:~/…)',
  );

/** Screen contents are sent there: unencrypted only to this machine. */
export const ClassifierUrl = z
  .string()
  .refine(
    (text) => text === "" || isHttps(text) || isLoopback(text),
    "not an address such as https://llm.example.com/v1 (http:// only to 127.0.0.1, [::1] or localhost), without a name and password in it",
  );

/** A command: an array in TOML, or one line with words separated by blanks and quoted as needed. */
export const CommandWords = z.union([z.array(z.string().min(1)), z.string()]).transform((given, context) => {
  const words = typeof given === "string" ? wordsOf(given) : given;
  if (words !== null) return words;
  context.addIssue({ code: "custom", message: "a quote is not closed" });
  return z.NEVER;
});

/** Whether the URL stays on this machine. */
export function isLoopback(url: string): boolean {
  return /^https?:\/\/(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)(?::\d{1,5})?(?:\/[^\s?#]*)?$/i.test(url);
}

function isHttps(url: string): boolean {
  return /^https:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i.test(url);
}

function wordsOf(line: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let rest = line.trim();
  while (rest !== "") {
    const [piece, single, double, blank] = PIECE.exec(rest) ?? [];
    if (piece === undefined) return null;
    rest = rest.slice(piece.length);
    if (blank === undefined) word = `${word ?? ""}${single ?? double ?? piece}`;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}

const PIECE = /^(?:'([^']*)'|"([^"]*)"|(\s+)|[^\s'"]+)/;
