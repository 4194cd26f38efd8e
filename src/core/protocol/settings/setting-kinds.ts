import { z } from "zod";

export const OnOff = z.enum(["on", "off"]).transform((word) => word === "on");

/** A whole number within these bounds. */
export const whole = (least: number, most: number) =>
  z
    .union([z.number(), z.string().regex(/^\d+$/, "not a whole number").transform(Number)])
    .pipe(z.number().int().min(least).max(most));
