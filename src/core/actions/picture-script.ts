import { SAFE_GIT } from "../provision/safe-git.ts";
import { shellQuote } from "../provision/shell-words.ts";
import type { ChangedPicture } from "../review/pictures-in.ts";

/** Larger pictures are not read: they have to go over ssh. */
const MOST_BYTES = 512 * 1024;

/**
 * An sh script that prints pictures as they were and as they are, in base64, two lines for each; an empty line for one
 * that is not there or too large. Of the working tree only files in it are read, and no links.
 */
export function pictureScript(directory: string, pictures: readonly ChangedPicture[]): string {
  const calls = pictures.map(
    ({ name, blob, is_gone }) => `before ${shellQuote(blob ?? "")}\nafter ${shellQuote(is_gone ? "" : `./${name}`)}`,
  );
  return `${SAFE_GIT}cd ${shellQuote(directory)} && top=$(git $safe rev-parse --show-toplevel && echo x) && top=\${top%?x} && cd "$top" || exit 3
real=$(pwd -P)
before() {
  if [ -n "$1" ] && [ "$(git $safe cat-file -s "$1" 2>/dev/null || echo ${MOST_BYTES + 1})" -le ${MOST_BYTES} ]; then
    git $safe cat-file blob "$1" | base64 | tr -d '\\n'
  fi
  echo
}
after() {
  if [ -f "$1" ] && [ ! -L "$1" ] && [ "$(($(wc -c <"$1")))" -le ${MOST_BYTES} ]; then
    case $(cd "\${1%/*}" && pwd -P)/ in "$real"/*) base64 <"$1" | tr -d '\\n' ;; esac
  fi
  echo
}
${calls.join("\n")}
exit 0`;
}

/** Reads what the script has printed. */
export function readPictures(
  text: string,
  pictures: readonly ChangedPicture[],
): { name: string; type: string; before: string | null; after: string | null }[] {
  const lines = text.split("\n").map((line) => (/^[A-Za-z0-9+/=]+$/.test(line) ? line : null));
  return pictures.map(({ name, type }, n) => ({
    name,
    type,
    before: lines[2 * n] ?? null,
    after: lines[2 * n + 1] ?? null,
  }));
}
