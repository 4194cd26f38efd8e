import { Fault } from "../../core/protocol/base/fault.ts";
import { oneRef } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { said } from "../common/said-text.ts";
import { renderTold } from "../render/queue.ts";
import { TELL } from "../tables/tell.ts";

/** Tells an agent something by the best way that it has. */
export async function tellCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(TELL, args);
  const [to, text, ...rest] = positionals;
  const ref = oneRef("tell", to === undefined ? [] : [to]);
  if (rest.length > 0) throw new Fault("E_USAGE", `"${rest[0]}" is one word too many: put the text into quotes`);
  const report = await context.client.tell({
    ref,
    text: said("tell", text === undefined ? {} : { text }, '"…"').text ?? "",
  });
  context.out(values.json ? JSON.stringify(report) : renderTold(report));
}
