/** A word in quotes, for sh. (Scripts run before anything is built, so `core/provision/shell-words.ts` is not theirs.) */
export function quoted(word) {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
