import { visibleText } from "./visible-text.ts";

/** JSON escapes that can encode invisible characters. */
const ESCAPED = /\\[bfru]/;

/** Parses JSON and makes hidden characters visible. `value` of options stays as it is: answers refer to it. */
export function parseVisible(text: string): unknown {
  if (!ESCAPED.test(text) && visibleText(text) === text) return JSON.parse(text);
  return JSON.parse(text, (name, value: unknown) =>
    typeof value === "string" && name !== "value" ? visibleText(value) : value,
  );
}
