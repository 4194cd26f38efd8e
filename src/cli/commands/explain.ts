import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { renderExplanation } from "../render/explanation.ts";
import { EXPLAIN } from "../tables/explain.ts";

export async function explainCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(EXPLAIN, args);
  const [ref, ...rest] = positionals;
  if (ref === undefined || rest.length > 0)
    throw new Fault("E_USAGE", "explain wants one ref, as 'agtmux list panes' shows them");
  const explained = await context.client.explain(ref);
  context.out(values.json ? JSON.stringify(explained) : renderExplanation(explained, context));
}
