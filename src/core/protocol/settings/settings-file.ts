import { parse, TomlError } from "smol-toml";
import type { z } from "zod";

export type SettingsFile =
  | { ok: true; words: Record<string, unknown> }
  | { ok: false; fault: string; line: number | null };

/** A fault in a table of the file: `words` names the key, `path` leads to its line. */
export interface TableFault {
  words: string;
  path: readonly PropertyKey[];
}

/** Parses config.toml; on failure returns the line of the syntax error. */
export function parseSettingsFile(text: string): SettingsFile {
  try {
    return { ok: true, words: parse(text) };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { ok: false, fault: message, line: error instanceof TomlError ? error.line : null };
  }
}

/**
 * The line on which a key begins; for a missing key, the line of the innermost table around it, or null. The parser
 * reports no positions, so it is fed one more line at a time until the key appears.
 */
export function lineOfKey(text: string, path: readonly PropertyKey[]): number | null {
  const lines = text.split("\n");
  let line: number | null = null;
  let deepest = 0;
  let begin = 1;
  for (let end = 1; end <= lines.length; end += 1) {
    const parsed = parseSettingsFile(lines.slice(0, end).join("\n"));
    // in the middle of a multi-line value
    if (!parsed.ok) continue;
    const depth = depthOf(parsed.words, path);
    if (depth > deepest) line = begin;
    deepest = Math.max(deepest, depth);
    begin = end + 1;
  }
  return line;
}

/** How many keys of the path exist. */
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

/** The path of an issue; an unknown key is appended to the path of its table. */
export function pathOfIssue(issue: z.core.$ZodIssue): PropertyKey[] {
  return issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
}
