import { Fault } from "../../core/protocol/fault.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { renderPanes } from "../render/panes.ts";
import { targetErrorLines } from "../render/target-errors.ts";

export async function listCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("list", args, {
    allowPositionals: true,
    options: { json: { type: "boolean" } },
  });
  const [scope, ...rest] = positionals;
  if (scope !== "panes" || rest.length > 0)
    throw new Fault("E_USAGE", `list wants "panes"${scope === undefined ? "" : `, not "${positionals.join(" ")}"`}`);
  const list = await context.client.panes();
  if (values.json) return context.out(JSON.stringify(list));
  context.out(renderPanes(list, context));
  for (const line of targetErrorLines(list)) context.note(line);
}
