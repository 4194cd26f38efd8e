import type { CompleteReport } from "../../core/protocol/actions/actions.ts";
import { guardsOf, oneRef } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { waitOf, withBareWait } from "../common/wait-option.ts";
import { plain } from "../render/words.ts";
import { COMPLETE } from "../tables/complete.ts";

/** Asks an agent to finish its task; its pane shows `completing` at once. */
export async function completeCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(COMPLETE, withBareWait(args));
  const ref = oneRef("complete", positionals);
  const report = await context.client.complete({
    ref,
    guards: guardsOf(values),
    ...waitOf(values),
  });
  context.out(values.json ? JSON.stringify(report) : render(report));
  for (const note of values.json ? [] : report.notes) context.note(note);
}

function render({ what, text, phases, state }: CompleteReport): string {
  const reached = phases.map(({ phase, evidence }) => `${phase} (${evidence})`).join(", ");
  return `${plain(what)}: told ${plain(text)}: ${reached}; it is ${state}`;
}
