import { z } from "zod";
import { Verdict } from "../protocol/classify.ts";

/** A verdict as a model is asked for it: bounds are kept here, since not every provider knows them. */
export const Answer = z.strictObject({
  state: Verdict.shape.state,
  confidence: Verdict.shape.confidence,
  evidence: z.array(z.string()),
  summary: z.string(),
});
export type Answer = z.infer<typeof Answer>;

export function answerSchema(): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(Answer);
  return schema;
}
