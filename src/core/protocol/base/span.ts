import { z } from "zod";

/** Parses a time span (500ms, 15s, 2m, 1h, 7d) into ms. */
export const Span = z.string().transform((text, context) => {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/.exec(text.trim());
  const unit = UNIT_MS[match?.[2] ?? ""];
  if (match !== null && unit !== undefined) return Number(match[1]) * unit;
  context.addIssue({ code: "custom", message: `"${text}" is not a time span such as 500ms, 15s, 2m, 1h or 7d` });
  return z.NEVER;
});

const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
