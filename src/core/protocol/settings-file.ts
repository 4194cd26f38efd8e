import { parse, TomlError } from "smol-toml";
import type { z } from "zod";

export type SettingsFile =
  | { ok: true; words: Record<string, unknown> }
  | { ok: false; fault: string; line: number | null };

/** A fault in a table of the file: `words` name the key, `path` leads to its line. */
export interface TableFault {
  words: string;
  path: readonly PropertyKey[];
}

/** The words of a config.toml, or the line on which it stops being TOML. */
export function parseSettingsFile(text: string): SettingsFile {
  try {
    return { ok: true, words: parse(text) };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { ok: false, fault: message, line: error instanceof TomlError ? error.line : null };
  }
}

/**
 * The line on which a key begins; for a key that the file does not have, the line of the innermost table around it, or
 * null. The parser tells no positions, so it is given one more line at a time until the key is there.
 */
export function lineOfKey(text: string, path: readonly PropertyKey[]): number | null {
  const lines = text.split("\n");
  let line: number | null = null;
  let deepest = 0;
  let begin = 1;
  for (let end = 1; end <= lines.length; end += 1) {
    const parsed = parseSettingsFile(lines.slice(0, end).join("\n"));
    // a value of several lines goes on
    if (!parsed.ok) continue;
    const depth = depthOf(parsed.words, path);
    if (depth > deepest) line = begin;
    deepest = Math.max(deepest, depth);
    begin = end + 1;
  }
  return line;
}

/** How many keys of the path are there. */
function depthOf(words: unknown, path: readonly PropertyKey[]): number {
  let here = words;
  let depth = 0;
  for (const key of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) break;
    here = (here as Record<PropertyKey, unknown>)[key];
    depth += 1;
  }
  return depth;
}

/** The path to what an issue is about: a key that nobody knows is beneath the table that has it. */
export function pathOfIssue(issue: z.core.$ZodIssue): PropertyKey[] {
  return issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
}
