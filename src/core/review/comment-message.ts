/** A draft of a comment on a line of a diff. */
export interface ReviewComment {
  file: string;
  line: number;
  side: "old" | "new";
  /** The line itself. */
  quote: string;
  words: string;
}

const LONGEST_QUOTE = 200;

/** All comments as one message: file and line, the line itself, and the words. */
export function commentMessage(comments: readonly ReviewComment[]): string {
  const [one] = comments;
  const intro =
    comments.length === 1 && one !== undefined
      ? "A comment on your changes:"
      : `${comments.length} comments on your changes:`;
  const parts = comments.map(({ file, line, side, quote, words }, index) => {
    const where = `${file}:${line}${side === "old" ? " (removed line)" : ""}`;
    const number = comments.length === 1 ? "" : `${index + 1}. `;
    return [`${number}${where}`, `> ${quote.slice(0, LONGEST_QUOTE)}`, words.trim()].join("\n");
  });
  return [intro, ...parts].join("\n\n");
}
