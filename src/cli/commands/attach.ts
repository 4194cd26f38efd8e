import { shellLine } from "../../core/provision/shell-words.ts";
import { guardsOf, oneRef } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { insideServer, showPane } from "../common/show-pane.ts";
import { ATTACH } from "../tables/attach.ts";

/** Brings the person to a pane, on any target. */
export async function attachCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(ATTACH, args);
  const inside = insideServer();
  const report = await context.client.attach({
    ref: oneRef("attach", positionals),
    guards: guardsOf(values),
    ...(inside !== null && { inside_server_pid: inside }),
  });
  if (values.json) context.out(JSON.stringify(report));
  else if (values.print) context.raw(shellLine(report.argv));
  else showPane(report);
}
