import { z } from "zod";
import { type ErrorCode as Code, ERRORS } from "./error-codes.ts";

export const ErrorCode = z.enum(Object.keys(ERRORS) as [Code, ...Code[]]);

export const ErrorBody = z.object({
  code: ErrorCode,
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
