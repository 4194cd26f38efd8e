import { parseOutside } from "../text/parse-outside.ts";

const LONGEST = 100_000;
const MAX_TRIES = 100;

/** The JSON objects in a text, ignoring prose, fences and other braces around them. */
export function jsonObjects(text: string): Record<string, unknown>[] {
  if (text.length > LONGEST) return [];
  const found: Record<string, unknown>[] = [];
  let at = text.indexOf("{");
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries += 1) {
    const end = closingBrace(text, at);
    const value = end < 0 ? null : parse(text.slice(at, end + 1));
    if (value !== null) found.push(value);
    at = text.indexOf("{", value === null ? at + 1 : end + 1);
  }
  return found;
}

function closingBrace(text: string, from: number): number {
  let depth = 0;
  let isText = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (isText) {
      if (letter === "\\") at += 1;
      else if (letter === '"') isText = false;
    } else if (letter === '"') isText = true;
    else if (letter === "{") depth += 1;
    else if (letter === "}") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return parseOutside(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
