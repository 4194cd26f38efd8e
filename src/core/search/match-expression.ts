/** A word that ends with `*`, or words in quotes; a quote that is not closed goes on to the end. */
const PART = /"([^"]*)(?:"|$)|([^\s"]+)/g;
const MOST_PARTS = 32;

/**
 * What SQLite's full-text search is asked for a person's words: all of them, those in quotes together, and the beginning
 * of a word where it ends with `*`. Every part is quoted, so nothing in it is read as an operator. Null if there is no word.
 */
export function matchExpression(words: string): string | null {
  const parts = [...words.replaceAll("\0", " ").matchAll(PART)].flatMap(([, together, single]) => {
    const text = together ?? single ?? "";
    // signs alone are no word, and would match nothing
    if (!/[\p{L}\p{N}\p{Co}]/u.test(text)) return [];
    const isBeginning = together === undefined && text.endsWith("*");
    return [`"${text}"${isBeginning ? " *" : ""}`];
  });
  return parts.length === 0 ? null : parts.slice(0, MOST_PARTS).join(" AND ");
}
