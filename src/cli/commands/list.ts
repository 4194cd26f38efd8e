import { Fault } from "../../core/protocol/fault.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { renderPanes } from "../render/panes.ts";

export async function listCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("list", args, {
    allowPositionals: true,
    options: { json: { type: "boolean" } },
  });
  const [scope, ...rest] = positionals;
  if (scope !== "panes" || rest.length > 0)
    throw new Fault("E_USAGE", `list wants "panes"${scope === undefined ? "" : `, not "${positionals.join(" ")}"`}`);
  const list = await context.client.panes();
  context.out(values.json ? JSON.stringify(list) : renderPanes(list, context));
}
