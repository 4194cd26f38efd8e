/** A text that fits into an answer, and what was left out of it. */
export interface CutText {
  text: string;
  /** Says what is missing and how to get it; absent if nothing is. */
  cut?: string;
}

/** Keeps the beginning: for what is read from the top. */
export function keepStart(text: string, most: number, howToGetMore: string): CutText {
  if (text.length <= most) return { text };
  const end = text.lastIndexOf("\n", most);
  const kept = text.slice(0, end > most / 2 ? end : most);
  return {
    text: kept,
    cut: `${text.length - kept.length} of ${text.length} characters are missing at the end. ${howToGetMore}`,
  };
}

/** Keeps the end: for what has grown. */
export function keepEnd(text: string, most: number, howToGetMore: string): CutText {
  if (text.length <= most) return { text };
  const start = text.indexOf("\n", text.length - most) + 1;
  const kept = text.slice(start > 0 && start < text.length - most / 2 ? start : text.length - most);
  return {
    text: kept,
    cut: `${text.length - kept.length} of ${text.length} characters are missing at the start. ${howToGetMore}`,
  };
}
