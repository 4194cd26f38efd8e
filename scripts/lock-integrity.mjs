import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LOCKS = ["package-lock.json", "runtime/package-lock.json"];

/**
 * Build tools for platforms other than ours, whose versions no registry that we reach has, so that their hashes are
 * unknown here. Remove a line with the next version of its tool.
 */
const NOT_KNOWN = [
  { path: /^node_modules\/@biomejs\/cli-/, version: "2.6.6" },
  { path: /^node_modules\/@oxc-parser\/binding-/, version: "0.155.0" },
  { path: /^node_modules\/@rolldown\/binding-/, version: "1.2.19" },
];

/** Packages that npm would install without checking a hash. Bundled packages are covered by their bundle's hash. */
export function withoutIntegrity({ packages }) {
  return Object.entries(packages)
    .filter(([path, { link, inBundle }]) => path !== "" && !link && !inBundle)
    .filter(([path, told]) => !/^sha512-./.test(told.integrity ?? "") && !isNotKnown(path, told))
    .map(([path]) => path);
}

function isNotKnown(path, { version, dev, optional }) {
  return (
    dev === true && optional === true && NOT_KNOWN.some((each) => each.path.test(path) && each.version === version)
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = LOCKS.flatMap((lock) =>
    withoutIntegrity(JSON.parse(readFileSync(join(ROOT, lock), "utf8"))).map((path) => `${lock}: ${path}`),
  );
  for (const each of missing)
    console.log(`${each} has no integrity hash: 'npm view NAME@VERSION dist.integrity' tells it`);
  if (missing.length > 0) process.exitCode = 1;
}
