import { z } from "zod";

export const OnOff = z.enum(["on", "off"]).transform((word) => word === "on");

/** A whole number within these bounds. */
export const whole = (least: number, most: number) =>
  z
    .union([z.number(), z.string().regex(/^\d+$/, "not a whole number").transform(Number)])
    .pipe(z.number().int().min(least).max(most));

/** One setting. `also`: variables with the same meaning in other programs. */
export function setting<Schema extends z.ZodType>(
  schema: Schema,
  standard: string,
  does: string,
  also: readonly string[] = [],
) {
  return { schema, standard, does, also };
}
