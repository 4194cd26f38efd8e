import { z } from "zod";

/** Milliseconds since the Unix epoch; fractions keep the order of files written within one millisecond. */
export const Millis = z.number().nonnegative();
export type Millis = z.infer<typeof Millis>;
