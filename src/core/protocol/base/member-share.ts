import { z } from "zod";
import { ErrorBody } from "./errors.ts";

/** A member that was asked for its part of a list. */
export const MemberShare = z.object({
  name: z.string(),
  /** Why its part is not there; null if it is. */
  error: ErrorBody.nullable(),
});
export type MemberShare = z.infer<typeof MemberShare>;
