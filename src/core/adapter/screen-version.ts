/** Compares like semver, for any text with dotted numbers; null if one has none. */
export function compareVersions(a: string, b: string): number | null {
  const [left, right] = [parse(a), parse(b)];
  if (left === null || right === null) return null;
  for (let i = 0; i < Math.max(left.numbers.length, right.numbers.length); i++) {
    const difference = (left.numbers[i] ?? 0) - (right.numbers[i] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Number(right.isEarly) - Number(left.isEarly);
}

/** `v2.1.325 (Claude Code)`, `0.166.0-alpha.3`. */
function parse(version: string): { numbers: number[]; isEarly: boolean } | null {
  const match = /^\D{0,12}?(\d+(?:\.\d+)*)(-[a-z])?/i.exec(version.trim());
  if (match === null) return null;
  return { numbers: (match[1] ?? "").split(".").map(Number), isEarly: match[2] !== undefined };
}

export function isVersion(text: string): boolean {
  return parse(text) !== null;
}
