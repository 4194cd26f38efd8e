import type { z } from "zod";

/** What a column holds as JSON, or null where it does not fit: an older agtmux or somebody's hand wrote it. */
export function readStored<T>(schema: z.ZodType<T>, text: string): T | null {
  return schema.safeParse(parsed(text)).data ?? null;
}

/** Those that fit. */
export function readAllStored<T>(schema: z.ZodType<T>, texts: readonly string[]): T[] {
  return texts.flatMap((text) => readStored(schema, text) ?? []);
}

/** Any JSON, or undefined. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
