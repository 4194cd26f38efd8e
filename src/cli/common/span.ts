const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a time span (500ms, 15s, 2m, 1h, 7d) into milliseconds, or returns null. */
export function parseSpan(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/.exec(text.trim());
  const unit = UNIT_MS[match?.[2] ?? ""];
  return match === null || unit === undefined ? null : Number(match[1]) * unit;
}
