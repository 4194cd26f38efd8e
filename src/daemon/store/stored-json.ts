import type { z } from "zod";

/** Parses a JSON column; null if it does not match (written by an older agtmux or by hand). */
export function readStored<T>(schema: z.ZodType<T>, text: string): T | null {
  return schema.safeParse(parsed(text)).data ?? null;
}

/** Skips rows that do not match. */
export function readAllStored<T>(schema: z.ZodType<T>, texts: readonly string[]): T[] {
  return texts.flatMap((text) => readStored(schema, text) ?? []);
}

/** Undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
