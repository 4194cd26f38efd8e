import { z } from "zod";
import { Verdict } from "../protocol/daemon/classify.ts";

/** A model's verdict. Limits are enforced here, since not every provider supports them in a schema. */
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
