import { Fault } from "../../core/protocol/fault.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { renderExplanation } from "../render/explanation.ts";

export async function explainCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("explain", args, {
    allowPositionals: true,
    options: { json: { type: "boolean" } },
  });
  const [ref, ...rest] = positionals;
  if (ref === undefined || rest.length > 0)
    throw new Fault("E_USAGE", "explain wants one ref, as 'agtmux list panes' shows them");
  const explained = await context.client.explain(ref);
  context.out(values.json ? JSON.stringify(explained) : renderExplanation(explained, context));
}
