import { dirname, join, normalize } from "node:path";

const CODE = /`([^`\n]+)`/g;
const LINK = /\]\((?!https?:|#)([^)#\s]+)/g;
const PATH = /^([\w-]+)\/[\w@.{},/-]*$/;
/** Written by a suite or by npm, and not in the repository. */
const GENERATED = ["docs/accuracy.json", "runtime/node_modules"];

/** Paths that documents name and that do not exist. A path is relative to the repository, to `src` or to its document. */
export function findMissingPaths(documents, paths) {
  const known = new Set([...GENERATED, ...paths.flatMap(withFolders)]);
  return documents.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, index) =>
        [...namedIn(line, path, known), ...linkedIn(line, path)]
          .filter((candidates) => !candidates.some((candidate) => known.has(candidate.replace(/\/$/, ""))))
          .map(([name]) => `${path}:${index + 1} names ${name}, which does not exist`),
      ),
  );
}

/** Words that begin with the name of a folder are paths. */
function namedIn(line, document, known) {
  const roots = [".", "src", dirname(document)];
  const within = (name) => roots.map((root) => normalize(join(root, name)));
  return [...line.matchAll(CODE)]
    .filter(([, word]) => within(PATH.exec(word)?.[1] ?? "?").some((folder) => known.has(folder)))
    .flatMap(([, word]) => expand(word))
    .map(within);
}

function linkedIn(line, document) {
  return [...line.matchAll(LINK)].map(([, target]) => [normalize(join(dirname(document), target))]);
}

/** `a/{b,c}.ts` is two paths. */
function expand(word) {
  const found = /\{([^}]*)\}/.exec(word);
  if (found === null) return [word];
  return found[1].split(",").flatMap((part) => expand(word.replace(found[0], part.trim())));
}

function withFolders(path) {
  const folder = dirname(path);
  return folder === "." ? [path] : [path, ...withFolders(folder)];
}
