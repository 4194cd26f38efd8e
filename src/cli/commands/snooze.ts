import { Fault } from "../../core/protocol/base/fault.ts";
import { oneRef, spanOf } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { timeLeft } from "../render/words.ts";
import { SNOOZE } from "../tables/snooze.ts";

const USUAL = "30m";

/** Puts off the attention of one agent, or ends that. */
export async function snoozeCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(SNOOZE, args);
  const [ref = "", time = USUAL, ...rest] = positionals;
  const one = oneRef("snooze", [ref, ...rest]);
  if (values.undo && positionals.length > 1) throw new Fault("E_USAGE", "--undo ends a snooze, and wants no time");
  const for_ms = values.undo ? 0 : Math.round(spanOf("snooze", time));
  const report = await context.client.snooze({ refs: [one], for_ms });
  if (values.json) return context.out(JSON.stringify(report));
  if (report.snoozed.length === 0) context.out("nothing to put off: no attention is open there");
  for (const { ref: each, snoozed_until } of report.snoozed)
    context.out(snoozed_until === null ? `${each}: calls again` : `${each}: put off for ${timeLeft(for_ms)}`);
}
