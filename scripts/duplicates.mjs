// Fails where a block of more than ten lines stands twice in src. Imports, types, lists of names, comments and
// indentation do not count.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const MOST_LINES = 10;

/** The blocks of code that stand in two places, each at its full length. */
export function findDuplicates(files) {
  const size = MOST_LINES + 1;
  const codes = files.map(({ path, text }) => ({ path, lines: codeLines(text) }));
  const seen = new Map();
  const found = [];
  for (const code of codes) {
    for (let at = 0; at + size <= code.lines.length; at += 1) {
      const key = textOf(code.lines, at, size);
      const first = seen.get(key);
      if (first === undefined) seen.set(key, { code, at });
      else if (first.code !== code || first.at + size <= at) {
        const length = commonLength(first, { code, at });
        found.push({ first: placeOf(first), second: placeOf({ code, at }), lines: length });
        at += length - 1;
      }
    }
  }
  return found;
}

export function describeDuplicate({ first, second, lines }) {
  return `${second} repeats ${lines} lines of ${first}: ${MOST_LINES} at most`;
}

function textOf(lines, at, size) {
  return lines
    .slice(at, at + size)
    .map(({ code }) => code)
    .join("\n");
}

function commonLength(first, second) {
  const codeAt = ({ code, at }, n) => code.lines[at + n]?.code;
  // a block that is repeated at once ends where its copy begins
  const longest = first.code === second.code ? second.at - first.at : Number.POSITIVE_INFINITY;
  let n = 0;
  while (n < longest && codeAt(first, n) !== undefined && codeAt(first, n) === codeAt(second, n)) n += 1;
  return n;
}

function placeOf({ code, at }) {
  return `${code.path}:${code.lines[at].line}`;
}

/** The lines that do something, without layout, each with its number. */
export function codeLines(text) {
  const lines = [];
  let end = null;
  for (const [index, raw] of withoutComments(text).split("\n").entries()) {
    if (end !== null) {
      if (end.test(raw)) end = null;
      continue;
    }
    end = skippedUntil(raw);
    const code = raw.replace(/\s+/g, " ").trim();
    if (end === null && !isSkipped(code)) lines.push({ line: index + 1, code });
  }
  return lines;
}

/** Where an import or a type of several lines ends; null for every other line. */
function skippedUntil(line) {
  if (/^(import|export)( type)? \{$/.test(line)) return /^\}/;
  const [, indent] = /^(\s*)(?:export )?(?:interface \w|type \w[^(]*=)[^;]*\{$/.exec(line) ?? [];
  if (indent !== undefined) return new RegExp(`^${indent}\\}`);
  // a union or a generic type: up to its semicolon
  if (/^(?:export )?type \w[^;]*$/.test(line)) return /;$/;
  return null;
}

function isSkipped(code) {
  // one name per line is a list, such as of imports or of fields
  return (
    /^(import|export) .*from "/.test(code) ||
    /^(export )?type \w.*;$/.test(code) ||
    code === "" ||
    /^[\w$.]+,?$/.test(code)
  );
}

/** Leaves as many lines as there were. A slash in a string or a pattern is left alone. */
function withoutComments(text) {
  return text
    .replace(/^(\s*)\/\*[\s\S]*?\*\//gm, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(/(^|[\s;{])\/\/ .*$/gm, "$1");
}

const isProduct = (path) =>
  /\.tsx?$/.test(path) && !/\.(test|fuzz|d)\.tsx?$/.test(path) && !/(^|\/)test-[^/]+$/.test(path);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const files = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isProduct(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, "utf8") }));
  const found = findDuplicates(files);
  for (const each of found) console.error(describeDuplicate(each));
  if (found.length === 0) console.log(`${files.length} files, no block of more than ${MOST_LINES} lines twice`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
