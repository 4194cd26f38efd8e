import { Fault } from "../../core/protocol/base/fault.ts";
import { guardsOf, oneRef } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { coloured } from "../common/write-out.ts";
import { VIEW_OUTPUT } from "../tables/view-output.ts";

/** Prints the last lines of a pane. */
export async function viewOutputCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(VIEW_OUTPUT, args);
  if (values.lines !== undefined && !/^[1-9]\d{0,4}$/.test(values.lines))
    throw new Fault("E_USAGE", `--lines wants a number from 1 to 10000, not "${values.lines}"`);
  const report = await context.client.viewOutput({
    ref: oneRef("view-output", positionals),
    guards: guardsOf(values),
    ...(values.lines !== undefined && { lines: Number(values.lines) }),
    ansi: values.ansi === true,
  });
  if (values.json) context.out(JSON.stringify(report));
  else if (report.lines.length > 0 && values.ansi) context.raw(`${coloured(report.lines.join("\n"))}\x1b[0m`);
  else if (report.lines.length > 0) context.verbatim(report.lines.join("\n"));
}
