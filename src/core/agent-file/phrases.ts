/** Puts the phrases of a file into a pattern, where it has `{{name}}`. */
export function withPhrases(
  pattern: string,
  phrases: Readonly<Record<string, string>> = {},
): { source: string; missing: string[] } {
  const missing: string[] = [];
  const source = pattern.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    if (Object.hasOwn(phrases, name)) return `(?:${phrases[name]})`;
    missing.push(name);
    return whole;
  });
  return { source, missing };
}
