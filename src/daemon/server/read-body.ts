import type { z } from "zod";
import { Fault } from "../../core/protocol/base/fault.ts";
import { parseOutside } from "../../core/text/parse-outside.ts";

/** Parses a JSON body by its schema; errors name the field. */
export function readBody<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = parseOutside(text);
  } catch {
    throw new Fault("E_INVALID_INPUT", "the request is not JSON");
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  );
  throw new Fault("E_INVALID_INPUT", `the request does not fit: ${faults.join("; ")}`, { faults });
}
