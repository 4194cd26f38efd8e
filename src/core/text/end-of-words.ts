/**
 * Where the last whole word before `most` ends, with the blank after it: the word across that place may be half a secret. A
 * longer word is cut by `longest`.
 */
export function endOfWords(text: string, most: number, longest = most): number {
  let end = most;
  while (end > most - longest && /\S/.test(text.charAt(end - 1))) end -= 1;
  return end;
}
