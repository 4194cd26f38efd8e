import type { CompleteReport, CompleteRequest } from "../../core/protocol/actions.ts";
import { Fault } from "../../core/protocol/fault.ts";
import { GUARD_OPTIONS, guardsOf, oneRef, spanOf } from "../action-options.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { plain } from "../render/words.ts";

/** Tells an agent to bring its task to an end; everybody sees at once that it is about to. */
export async function completeCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("complete", args, {
    allowPositionals: true,
    options: {
      ...GUARD_OPTIONS,
      wait: { type: "string" },
      timeout: { type: "string" },
      json: { type: "boolean" },
    },
  });
  const ref = oneRef("complete", positionals);
  const { wait, timeout } = values;
  if (timeout !== undefined && wait === undefined)
    throw new Fault("E_USAGE", "--timeout bounds a --wait: say what to wait for");
  const report = await context.client.complete({
    ref,
    guards: guardsOf(values),
    ...(wait !== undefined && { wait: wait as NonNullable<CompleteRequest["wait"]> }),
    ...(timeout !== undefined && { timeout_ms: spanOf("--timeout", timeout) }),
  });
  context.out(values.json ? JSON.stringify(report) : render(report));
  for (const note of values.json ? [] : report.notes) context.note(note);
}

function render({ what, text, phases, state }: CompleteReport): string {
  const reached = phases.map(({ phase, evidence }) => `${phase} (${evidence})`).join(", ");
  return `${plain(what)}: told ${plain(text)}: ${reached}; it is ${state}`;
}
