import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./setup.mjs";

/**
 * Writes generated files, or with --check fails if one is out of date. `wanted` maps paths in the repository to texts;
 * `present` are the paths of generated files that exist, so that those that are no longer wanted are found.
 */
export function writeOrCheck(wanted, { source, script, present = [] }) {
  const stale = present.filter((path) => !wanted.has(path));
  const drifted = [...wanted.keys()].filter((path) => read(path) !== wanted.get(path));
  if (!process.argv.includes("--check")) {
    for (const path of stale) rmSync(join(ROOT, path));
    for (const path of drifted) {
      mkdirSync(dirname(join(ROOT, path)), { recursive: true });
      writeFileSync(join(ROOT, path), wanted.get(path));
    }
    const changed = [...drifted.map((path) => `wrote ${path}`), ...stale.map((path) => `removed ${path}`)];
    console.log(changed.length === 0 ? `all ${wanted.size} files are up to date` : changed.join("\n"));
    return;
  }
  for (const path of drifted) console.error(`${path} differs from ${source}: run npm run ${script}`);
  for (const path of stale) console.error(`${path} is no longer made from ${source}: run npm run ${script}`);
  process.exitCode = drifted.length + stale.length === 0 ? 0 : 1;
}

function read(path) {
  try {
    return readFileSync(join(ROOT, path), "utf8");
  } catch {
    return undefined;
  }
}
