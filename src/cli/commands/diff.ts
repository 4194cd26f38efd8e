import { guardsOf, oneRef } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { renderDiff } from "../render/diff.ts";
import { DIFF } from "../tables/diff.ts";

/** Prints what an agent has changed and not committed. */
export async function diffCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(DIFF, args);
  const report = await context.client.diff({
    ref: oneRef("diff", positionals),
    since: values.since,
    guards: guardsOf(values),
  });
  if (values.json) context.out(JSON.stringify(report));
  else context.verbatim(renderDiff(report, { isShort: values.stat === true, colour: context.colour, now: Date.now() }));
}
