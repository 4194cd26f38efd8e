import { parseOutside } from "../text/parse-outside.ts";
/** A parsed payload. Fields are looked up where they are used; a missing one is undefined. */
export type Payload = Readonly<Record<string, unknown>>;

/** Null if the text is not a JSON object. */
export function parsePayload(text: string): Payload | null {
  try {
    const value: unknown = parseOutside(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}

/** An empty text counts as missing. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** A number of things; 0 if there is none, or no sensible one. */
export function countAt(value: unknown, ...path: readonly (string | number)[]): number {
  const found = valueAt(value, ...path);
  return typeof found === "number" && Number.isSafeInteger(found) && found > 0 ? found : 0;
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Only the fields that have a value. */
export function given<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
