import type { InterruptReport } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { guardsOf, oneRef, spanOf } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { plain } from "../render/words.ts";
import { INTERRUPT } from "../tables/interrupt.ts";

/** Stops what an agent does; the agent stays. */
export async function interruptCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(INTERRUPT, args);
  const { timeout, json } = values;
  const report = await context.client.interrupt({
    ref: oneRef("interrupt", positionals),
    guards: guardsOf(values),
    ...(timeout !== undefined && { timeout_ms: spanOf("--timeout", timeout) }),
  });
  if (json) context.out(JSON.stringify(report));
  else if (report.ended) context.out(render(report));
  if (report.ended) return;
  const words = `${plain(report.what)}: ${pressed(report)}, but its turn was not seen to end; it is ${report.state}`;
  throw new Fault("E_TIMEOUT", words);
}

function render(report: InterruptReport): string {
  const { what, state, evidence } = report;
  return `${plain(what)}: ${pressed(report)}, and its turn has ended (${plain(evidence ?? "")}); it is ${state}`;
}

function pressed({ keys: [key, ...again] }: InterruptReport): string {
  if (key === undefined) return "it was told to stop";
  return `${key} was pressed${again.length === 0 ? "" : " twice"}`;
}
