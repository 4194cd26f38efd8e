import { Fault } from "../../core/protocol/fault.ts";
import { oneRef } from "../action-options.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";

/** Tells every device that a person has seen what an agent, or all of them, call for. */
export async function seenCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("seen", args, {
    allowPositionals: true,
    options: { all: { type: "boolean" }, json: { type: "boolean" } },
  });
  if (values.all && positionals.length > 0)
    throw new Fault("E_USAGE", `"${positionals[0]}" is one word too many: --all means every agent`);
  const report = await context.client.see(values.all ? { all: true } : { refs: [oneRef("seen", positionals)] });
  if (values.json) return context.out(JSON.stringify(report));
  const closed = report.seen.filter(({ is_open }) => !is_open);
  const asked = report.seen.filter(({ is_open }) => is_open);
  if (report.seen.length === 0) context.out("nothing to see: no attention is open there");
  for (const { ref } of closed) context.out(`${ref}: seen`);
  for (const { ref } of asked) context.out(`${ref}: seen, and open until it is answered`);
}
