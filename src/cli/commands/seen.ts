import { Fault } from "../../core/protocol/base/fault.ts";
import { oneRef } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { SEEN } from "../tables/seen.ts";
import { noteRefused } from "./note-refused.ts";

/** Marks the attention of one agent, or of all, as seen, on every device. */
export async function seenCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(SEEN, args);
  if (values.all && positionals.length > 0)
    throw new Fault("E_USAGE", `"${positionals[0]}" is one word too many: --all means every agent`);
  if (values.undo) return takeBack(oneRef("seen", values.all ? [] : positionals), values.json === true, context);
  const report = await context.client.see(values.all ? { all: true } : { refs: [oneRef("seen", positionals)] });
  noteRefused(report, context);
  if (values.json) return context.out(JSON.stringify(report));
  const closed = report.seen.filter(({ is_open }) => !is_open);
  const asked = report.seen.filter(({ is_open }) => is_open);
  if (report.seen.length === 0) context.out("nothing to see: no attention is open there");
  for (const { ref } of closed) context.out(`${ref}: seen`);
  for (const { ref } of asked) context.out(`${ref}: seen, and open until it is answered`);
}

async function takeBack(ref: string, json: boolean, context: Context): Promise<void> {
  const report = await context.client.unsee({ refs: [ref] });
  if (json) return context.out(JSON.stringify(report));
  if (report.seen.length === 0) context.out("nothing to take back: nothing was seen there, or it has closed since");
  for (const { ref: each } of report.seen) context.out(`${each}: open again`);
}
