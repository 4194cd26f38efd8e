// Fails where two folders of src import each other, where a source file is too long or names an agent, and where a
// document names a path that does not exist, and where ARCHITECTURE.md leaves out a folder.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { findAgentNames } from "./agent-names.mjs";
import { findMissingPaths } from "./doc-paths.mjs";

const MOST_LINES = 300;
const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** Which folders each folder imports, with one file that does. */
export function folderImports(files) {
  const imports = new Map();
  for (const { path, text } of files) {
    const from = dirname(path);
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const to = dirname(normalize(join(from, specifier)));
      if (to === from) continue;
      const known = imports.get(from) ?? new Map();
      if (!known.has(to)) known.set(to, path);
      imports.set(from, known);
    }
  }
  return imports;
}

/** The shortest ring of folders through each folder that is part of one, each ring once. */
export function findCycles(imports) {
  const rings = new Map();
  for (const start of imports.keys()) {
    const ring = shortestRing(imports, start);
    const key = ring === null ? null : [...ring].sort().join(" ");
    if (key !== null && !rings.has(key)) rings.set(key, ring);
  }
  return [...rings.values()];
}

function shortestRing(imports, start) {
  const cameFrom = new Map();
  const queue = [start];
  for (const folder of queue) {
    for (const next of imports.get(folder)?.keys() ?? []) {
      if (next === start) return pathTo(cameFrom, start, folder);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, folder);
      queue.push(next);
    }
  }
  return null;
}

function pathTo(cameFrom, start, end) {
  const path = [end];
  while (path[0] !== start) path.unshift(cameFrom.get(path[0]));
  return path;
}

export function describeCycle(ring, imports) {
  const steps = ring.map((folder, index) => {
    const next = ring[(index + 1) % ring.length];
    return `  ${folder} imports ${next} (${imports.get(folder).get(next)})`;
  });
  return ["These folders import each other:", ...steps].join("\n");
}

export function findLongFiles(files) {
  return files.flatMap(({ path, text }) => {
    const lines = text.split("\n").length - 1;
    return lines > MOST_LINES ? [`${path} has ${lines} lines, ${MOST_LINES} at most`] : [];
  });
}

/** Folders of `src`, two levels deep, that ARCHITECTURE.md does not list. */
export function findUnlistedFolders(paths, architecture) {
  const folders = new Set(paths.flatMap((path) => /^src\/[\w-]+\/[\w-]+(?=\/)/.exec(path) ?? []));
  const listed = listedFolders(architecture);
  return [...folders]
    .filter((folder) => !listed.has(folder))
    .map((folder) => `${folder} is missing in ARCHITECTURE.md, under "Folders"`);
}

/** A line that begins with `src/` names a top folder; every other name with a slash is a folder in the last one. */
function listedFolders(architecture) {
  const block = /## Folders\n+```\n([\s\S]*?)```/.exec(architecture)?.[1] ?? "";
  const listed = new Set();
  let top = "";
  for (const line of block.split("\n")) {
    if (!/^ /.test(line)) top = /^src\/[\w-]+/.exec(line)?.[0] ?? "";
    for (const [, name] of line.matchAll(/(?<![\w/])([\w-]+)\/(?!\w)/g)) listed.add(`${top}/${name}`);
  }
  return listed;
}

function repositoryPaths(root) {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listed.split("\n"))].filter((path) => path !== "" && existsSync(join(root, path)));
}

const isSource = (path) => /^src\/.*\.(tsx?|css)$/.test(path) && !/\.test\.tsx?$/.test(path);
const isTestSupport = (path) => /\/test-[^/]+$/.test(path);
const isDocument = (path) => /\.md$/.test(path) && !/^(test\/fixtures\/|CHANGELOG\.md$)/.test(path);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const paths = repositoryPaths(root);
  const read = (path) => ({ path, text: readFileSync(join(root, path), "utf8") });
  const files = paths.filter(isSource).map(read);
  const product = files.filter(({ path }) => !isTestSupport(path));
  const documents = paths.filter(isDocument).map(read);
  const imports = folderImports(product);
  const faults = [
    ...findCycles(imports).map((ring) => describeCycle(ring, imports)),
    ...findLongFiles(files),
    ...findAgentNames(product),
    ...findMissingPaths(documents, paths),
    ...findUnlistedFolders(paths, readFileSync(join(root, "ARCHITECTURE.md"), "utf8")),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length === 0)
    console.log(
      `${imports.size} folders, no cycle; ${files.length} files, none too long; ${documents.length} documents`,
    );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
