import type { ClassifyRequest } from "../../core/protocol/classify.ts";
import { Fault } from "../../core/protocol/fault.ts";
import { oneRef } from "../action-options.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { renderVerdict } from "../render/verdict.ts";

/** As the schema names them; without it, so that the command starts fast. */
const PROVIDERS: readonly string[] = [
  "rules",
  "openai",
  "anthropic",
  "command",
] satisfies ClassifyRequest["provider"][];

/** What a pane's screen tells of its agent, by whoever reads screens here. */
export async function classifyCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("classify", args, {
    allowPositionals: true,
    options: { provider: { type: "string" }, json: { type: "boolean" } },
  });
  const { provider } = values;
  if (provider !== undefined && !PROVIDERS.includes(provider))
    throw new Fault("E_USAGE", `--provider wants one of ${PROVIDERS.join(", ")}, not "${provider}"`);
  const report = await context.client.classify({
    ref: oneRef("classify", positionals),
    ...(provider !== undefined && { provider: provider as NonNullable<ClassifyRequest["provider"]> }),
  });
  context.out(values.json ? JSON.stringify(report) : renderVerdict(report, context));
}
