import { z } from "zod";

type Path = readonly (string | number)[];

/** The paths of fields that the schema does not name, at any depth. */
export function unknownFields(schema: unknown, value: unknown, at: Path = []): Path[] {
  if (schema instanceof z.ZodOptional) return unknownFields(schema.unwrap(), value, at);
  if (schema instanceof z.ZodUnion) {
    const fitting = schema.options.find((option) => (option as z.ZodType).safeParse(value).success);
    return fitting === undefined ? [] : unknownFields(fitting, value, at);
  }
  if (schema instanceof z.ZodArray)
    return Array.isArray(value)
      ? value.flatMap((item, index) => unknownFields(schema.element, item, [...at, index]))
      : [];
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null || Array.isArray(value))
    return [];
  return Object.entries(value).flatMap(([name, field]) =>
    Object.hasOwn(schema.shape, name) ? unknownFields(schema.shape[name], field, [...at, name]) : [[...at, name]],
  );
}
