import { REDACTED, redactText } from "../redact/redact.ts";
import type { Excerpt } from "./excerpt.ts";

/** The screen without secrets: what may be sent to others, and quoted by them. */
export function redactedExcerpt(excerpt: Excerpt): Excerpt {
  const edge = excerpt.view?.width ?? Math.max(0, ...excerpt.lines.map((line) => line.length));
  const lines = redactText(redactBroken(excerpt.lines, edge).join("\n")).split("\n");
  return { ...excerpt, lines, ...(excerpt.title !== undefined && { title: redactText(excerpt.title) }) };
}

const HEAD = /^([\s│┃║|]*)([^\s│┃║|]+)/u;
/** Characters of keys. */
const PART = /^[\w+/=.:%~-]{2,}/;
/** Columns that agents leave free at the pane's edge. */
const MARGIN = 8;
const TAIL = /(?<![^\s│┃║|])([^\s│┃║|]+)([\s│┃║|]*)$/u;

/** A key longer than its row continues in the next: redacts both halves if only the whole is recognised as a secret. */
function redactBroken(lines: readonly string[], edge: number): string[] {
  const clean = [...lines];
  for (let index = 0; index + 1 < clean.length; index += 1) {
    const row = clean[index] ?? "";
    const next = clean[index + 1] ?? "";
    const [tail, head] = [TAIL.exec(row)?.[1], HEAD.exec(next)?.[2]];
    if (tail === undefined || head === undefined || !PART.test(head)) continue;
    if (row.length < edge - MARGIN) continue;
    const whole = redactText(tail + head);
    if (whole === tail + head || whole === tail + redactText(head)) continue;
    clean[index] = row.replace(
      TAIL,
      (_, _word, edge: string) => `${redactText(tail) === tail ? REDACTED : redactText(tail)}${edge}`,
    );
    clean[index + 1] = next.replace(HEAD, (_, edge: string) => `${edge}${REDACTED}`);
  }
  return clean;
}
