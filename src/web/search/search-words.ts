import { shellQuote } from "../../core/provision/shell-words.ts";

/** The command that does the same. */
export function searchCommand(words: string, since: string): string {
  return `agtmux search ${shellQuote(words)}${since === "" ? "" : ` --since ${since}`}`;
}

/** The address of a conversation that was found, at the turn. */
export function foundPath(ref: string, words: string): string {
  const query = new URLSearchParams({ q: words, conversation: ref });
  return `/search?${query}`;
}
