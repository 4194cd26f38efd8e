/** An object of JSON, as requests and answers are. */
export type JsonBody = Record<string, unknown>;

export function isJsonBody(value: unknown): value is JsonBody {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
