import { GUARD_OPTIONS, guardsOf, oneRef } from "../action-options.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { insideServer, shellWords, showPane } from "../show-pane.ts";

/** Brings the person to a pane, wherever it is. */
export async function attachCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("attach", args, {
    allowPositionals: true,
    options: { ...GUARD_OPTIONS, print: { type: "boolean" }, json: { type: "boolean" } },
  });
  const inside = insideServer();
  const report = await context.client.attach({
    ref: oneRef("attach", positionals),
    guards: guardsOf(values),
    ...(inside !== null && { inside_server_pid: inside }),
  });
  if (values.json) context.out(JSON.stringify(report));
  else if (values.print) context.raw(shellWords(report.argv));
  else showPane(report);
}
