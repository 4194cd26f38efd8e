import { oneRef } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { renderVerdict } from "../render/verdict.ts";
import { CLASSIFY } from "../tables/classify.ts";

/** Prints the classifier's verdict on a pane's screen. */
export async function classifyCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(CLASSIFY, args);
  const { provider } = values;
  const report = await context.client.classify({
    ref: oneRef("classify", positionals),
    ...(provider !== undefined && { provider }),
  });
  context.out(values.json ? JSON.stringify(report) : renderVerdict(report, context));
}
